import * as z from "zod";
import { distinct } from "../../platform/validation/distinct.ts";
import { limits } from "../../platform/limits.ts";
import { groupName } from "../hierarchy/entity-name.ts";
import { toolPattern } from "../agents/agent-object.ts";
import { tableOf } from "./setting-tables.ts";

/** The groups of tools. */
export const toolGroups = tableOf(
  groupName,
  distinct(z.array(toolPattern).max(limits.groupMembers)).meta({
    description: "Names or patterns of tools; `*` matches any characters.",
  }),
  limits.groups,
).meta({
  description:
    'Groups of tools by name. In policies, a tool that a pattern matches is `in` `tool_group::"name"` and the ancestors of this entity.',
});
