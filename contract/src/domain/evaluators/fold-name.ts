/**
 * Folds the names of flags, protocols, questions, actions and symptoms for comparison: ignores case, spaces
 * and underscores.
 */
export const foldName = (name: string): string => name.toLowerCase().replace(/[\s_]+/g, "");
