/**
 * The names of OAuth providers. They are the same in all languages.
 *
 * @since 0.1.0
 */

const names: Readonly<Record<string, string>> = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  spotify: "Spotify",
  facebook: "Facebook",
  discord: "Discord",
  gitlab: "GitLab",
  bitbucket: "Bitbucket",
  linkedin: "LinkedIn",
  apple: "Apple",
  x: "X",
  twitch: "Twitch"
}

/** Returns the name of a provider, or its id for an unknown one. */
export const providerName = (id: string): string => Object.hasOwn(names, id) ? names[id]! : id
