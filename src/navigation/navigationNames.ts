/** The names of the navigation options. The layer that has the options holds the list complete. */

export const navigationNames = { urls: true, redirectMethod: true } as const
