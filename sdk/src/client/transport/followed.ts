/** A response whose body the caller's signal goes on to hold for, when that of the attempt has ended. */
export const followed = (response: Response, signal: AbortSignal | undefined): Response =>
  response.body && signal
    ? new Response(response.body.pipeThrough(new TransformStream(), { signal }), response)
    : response;
