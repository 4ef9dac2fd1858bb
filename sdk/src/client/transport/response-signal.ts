/** Returns a response whose body the caller's signal can still abort after the attempt has ended. */
export const withSignal = (response: Response, signal: AbortSignal | undefined): Response =>
  response.body && signal
    ? new Response(response.body.pipeThrough(new TransformStream(), { signal }), response)
    : response;
