/** The verification of an access token, compared with jose in the same run. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose"
import { AccessToken, Jwks } from "latchkey/server"
import { type Cost, measureInTurns, summarize, type Variant } from "./measure.ts"
import { printCost, printHeader, printRow } from "./report.ts"
import { targets } from "./targets.ts"
import { repeatEffect, repeatPromise } from "./variants.ts"

const projectId = "11111111-2222-4333-8444-555555555555"
const apiUrl = "https://api.stack-auth.com"
const issuer = `${apiUrl}/api/v1/projects/${projectId}`

/** Signs two tokens with the claims of the service. */
const makeTokens = async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  const kid = "benchKey1234"
  const sign = (name: string) =>
    new SignJWT({
      project_id: projectId,
      branch_id: "main",
      refresh_token_id: "7d1b54a6-2f0e-4c0a-8a3e-5d1f6b7c8d90",
      role: "authenticated",
      name,
      email: "ada@example.com",
      email_verified: true,
      selected_team_id: "c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001",
      signed_up_at: 1_700_000_000,
      is_anonymous: false,
      is_restricted: false,
      restricted_reason: null,
      requires_totp_mfa: false
    }).setProtectedHeader({ alg: "ES256", kid }).setSubject("c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001")
      .setIssuer(issuer).setAudience(projectId).setIssuedAt().setExpirationTime("1h").sign(privateKey)
  return {
    tokens: [await sign("Ada"), await sign("Bob")] as const,
    publicKey,
    jwks: { keys: [{ ...await exportJWK(publicKey), alg: "ES256", kid }] }
  }
}

const makeRuntime = (jwks: Jwks.JsonWebKeySet, capacity: number) =>
  ManagedRuntime.make(AccessToken.layer({ projectId, capacity }).pipe(Layer.provide(Jwks.layerStatic(jwks))))

/** Compares one verification with `jwtVerify`, which has the key at hand and checks the same claims. */
export const compareVerification = async (): Promise<void> => {
  const { jwks, publicKey, tokens } = await makeTokens()
  // With room for one token, two tokens in turn are always new.
  const [verifier, memoizing] = [makeRuntime(jwks, 1), makeRuntime(jwks, 10_000)]
  let call = 0
  const nextToken = () => tokens[call++ % 2]!
  const check = { algorithms: ["ES256"], issuer, audience: projectId }
  const bare = () => jwtVerify(nextToken(), publicKey, check)
  const verify = Effect.suspend(() => AccessToken.verify(nextToken()))
  for (const runtime of [verifier, memoizing]) await runtime.runPromise(verify)
  const variants: Readonly<Record<"bare" | "tryPromise" | "verify" | "memoized", Variant>> = {
    bare: repeatPromise(bare),
    tryPromise: repeatEffect(verifier, Effect.promise(bare)),
    verify: repeatEffect(verifier, verify),
    // One call takes less than the resolution of the clock of processor time.
    memoized: (calls) => repeatEffect(memoizing, verify)(calls * 20)
  }
  const { memoized, ...costs } = await measureInTurns(variants, { rounds: 300, calls: 40 })
  const remembered = memoized.map(({ processor, wall }) => ({ processor: processor / 20, wall: wall / 20 }))
  printHeader("verification of an access token", "processor", "wall")
  printCost("jose.jwtVerify with the key at hand", costs.bare)
  printCost("the same in Effect.promise", costs.tryPromise)
  printCost("AccessToken.verify of a new token", costs.verify)
  printCost("AccessToken.verify of a remembered token", remembered)
  const ratio = divide(costs.verify, costs.bare)
  const gain = divide(costs.bare, remembered)
  printRow(
    "new token: wall time over jose",
    [ratio.toFixed(2)],
    formatLimit(ratio <= targets.verify, targets.verify, "at most")
  )
  printRow(
    "remembered token: times faster than jose",
    [gain.toFixed(0)],
    formatLimit(gain >= targets.memoized, targets.memoized, "at least")
  )
  for (const runtime of [verifier, memoizing]) await runtime.dispose()
}

/** Returns the median of the quotients of wall times, round by round. */
const divide = (costs: ReadonlyArray<Cost>, others: ReadonlyArray<Cost>): number =>
  summarize(costs.map(({ wall }, round) => wall / others[round]!.wall)).median

const formatLimit = (isMet: boolean, limit: number, relation: string): string =>
  `target ${relation} ${limit}${isMet ? "" : "  ← missed"}`
