/** An authenticator of Chromium's own, which stands for a phone, a fingerprint reader or a key on a ring. */
import type { CDPSession } from "playwright-core"
import type { Tab } from "./Tab.ts"

export interface Authenticator {
  /** What it keeps, to be put into another one, as between the devices of one user. */
  readonly credentials: () => Promise<ReadonlyArray<Credential>>
  readonly put: (credential: Credential) => Promise<void>
  /** Does something meanwhile its user looks at the browser's dialogue, and neither agrees nor closes it. */
  readonly whileAsking: (begin: () => Promise<void>) => Promise<void>
  /** Has its user agree again, at once. */
  readonly agree: () => Promise<void>
  /** Whether its user puts the right finger on it, or another, or none. */
  readonly setVerifies: (verifies: boolean) => Promise<void>
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

/** Waits until the page asks for a passkey. */
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
