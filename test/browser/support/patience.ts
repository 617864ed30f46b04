/**
 * Ends a wait that hangs, in milliseconds. The first page from Vite takes 9 seconds on an idle machine, and a minute on a
 * busy one.
 */
export const patience = 300_000
