/**
 * Options for `listen` and `start` of MSW, with which a request that no handler answers fails instead of reaching the
 * network. MSW 3 renamed the option and ignores the name of MSW 2, so this constant sets both.
 *
 * @example
 * const server = setupServer(...mock.handlers); // from msw/node
 * server.listen(failOnUnhandled);
 */
export const failOnUnhandled: { readonly onUnhandledRequest: "error"; readonly onUnhandledFrame: "error" } = {
  onUnhandledRequest: "error",
  onUnhandledFrame: "error",
};
