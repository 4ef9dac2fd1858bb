/** The form in which names of flags, protocols, questions, actions and symptoms compare: case-, space- and underscore-blind. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[\s_]+/g, "");
