// Loaded when a response is left unread, or when something is waited for: by one name, which is shorter than two.
export { followed } from "./followed.ts";
export { poll } from "../../evaluation/poll.ts";
