/** An authenticator of Chromium's own, which stands for a phone, a fingerprint reader or a key on a ring. */
import type { CDPSession } from "playwright-core"
import type { Tab } from "./Tab.ts"

export interface Authenticator {
  /** What it keeps, to be put into another one, as between the devices of one user. */
  readonly credentials: () => Promise<ReadonlyArray<Credential>>
  readonly put: (credential: Credential) => Promise<void>
  /** Whether its user does what it asks for at once; else it waits. */
  readonly setPresent: (isPresent: boolean) => Promise<void>
  /** Takes it away, whatever it is doing. */
  readonly remove: () => Promise<void>
}

type Credential = Awaited<ReturnType<typeof getCredentials>>[number]

const getCredentials = async (devtools: CDPSession, authenticatorId: string) =>
  (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials

/** Gives a tab an authenticator that knows its user. */
export const addAuthenticator = async ({ page }: Tab): Promise<Authenticator> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  return {
    credentials: () => getCredentials(devtools, authenticatorId),
    put: async (credential) => {
      await devtools.send("WebAuthn.addCredential", { authenticatorId, credential })
    },
    setPresent: async (enabled) => {
      await devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled })
    },
    remove: async () => {
      await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })
    }
  }
}
