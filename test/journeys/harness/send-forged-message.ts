/** Sends an example a message that was signed with a different secret. */
export const sendForgedMessage = (url: string): Promise<Response> =>
  fetch(url, {
    method: "POST",
    body: "{}",
    headers: {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
  });
