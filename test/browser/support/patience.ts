/** The timeout for anything to appear, in milliseconds. The first page from Vite takes 9 seconds on an idle machine. */
export const patience = 30_000
