/** The names of OAuth providers, the same in all languages. */
const names = [
  "Google",
  "GitHub",
  "Microsoft",
  "Spotify",
  "Facebook",
  "Discord",
  "GitLab",
  "Bitbucket",
  "LinkedIn",
  "Apple",
  "X",
  "Twitch"
]

/** Returns a provider's name, or its id for an unknown one. */
export const providerName = (id: string): string => names.find((name) => name.toLowerCase() === id) ?? id
