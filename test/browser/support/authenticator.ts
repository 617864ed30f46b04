/** A virtual authenticator of Chromium, like a phone, a fingerprint reader or a security key. */
import type { CDPSession } from "playwright-core"
import type { Tab } from "./Tab.ts"

export interface Authenticator {
  /** Its credentials, for another authenticator, as synced between a user's devices. */
  readonly credentials: () => Promise<ReadonlyArray<Credential>>
  readonly put: (credential: Credential) => Promise<void>
  /** Runs an effect while the browser's dialog is open, without a response of the user. */
  readonly whileAsking: (begin: () => Promise<void>) => Promise<void>
  /** Makes the user agree immediately again. */
  readonly agree: () => Promise<void>
  /** Sets user verification to succeed or to fail. */
  readonly setVerifies: (verifies: boolean) => Promise<void>
}

type Credential = Awaited<ReturnType<typeof getCredentials>>[number]

const getCredentials = async (devtools: CDPSession, authenticatorId: string) =>
  (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials

/** Gives a tab an authenticator with user verification. */
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
    whileAsking: async (begin) => {
      await devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false })
      const asked = page.evaluate(nextCeremony)
      await begin()
      await asked
    },
    agree: async () => {
      await devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true })
    },
    setVerifies: async (isUserVerified) => {
      await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })
    }
  }
}

/** Waits until the page requests a passkey. */
const nextCeremony = (): Promise<void> =>
  new Promise((resolve) => {
    const { credentials } = navigator
    const { get } = credentials
    credentials.get = (options) => {
      credentials.get = get
      const answer = get.call(credentials, options)
      resolve()
      return answer
    }
  })
