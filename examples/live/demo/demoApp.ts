/** The app of the demo. */
export const demoApp = {
  name: "Acme",
  /** It exists only in the demo. */
  url: "https://app.example.com/",
  /** The existing account. */
  user: { email: "ada@example.com", password: "correct horse", displayName: "Ada Lovelace" },
  /** The account that the sign-up form suggests. */
  newUser: { email: "alan@example.com", password: "enigma machine" },
  /** The settings of its project. */
  config: { passkeyEnabled: false, domains: ["https://app.example.com"], oauthProviders: ["github"] }
} as const
