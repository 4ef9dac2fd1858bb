/**
 * Folds names of flags, protocols, questions, actions and symptoms for comparison, without case, spaces or
 * underscores.
 */
export const foldName = (name: string): string => name.toLowerCase().replace(/[\s_]+/g, "");
