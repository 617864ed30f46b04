/** The client in React Native, whose `fetch` has no streams and changes the URL of requests without a cache. */
import { assert, describe, it } from "@effect/vitest"
import { startService } from "./support.ts"

/** Runs a test as in an app. */
const withNavigator = async (run: () => Promise<void>): Promise<void> => {
  const original = Object.getOwnPropertyDescriptor(globalThis, "navigator")!
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { product: "ReactNative" } })
  try {
    await run()
  } finally {
    Object.defineProperty(globalThis, "navigator", original)
  }
}

describe("the Promise client in React Native", () => {
  it("signs up and in, keeps the session in AsyncStorage, and reads the user", () =>
    withNavigator(async () => {
      await using service = await startService()
      const stored = new Map<string, string>()
      const storage = {
        getItem: async (key: string) => stored.get(key) ?? null,
        setItem: async (key: string, value: string) => void stored.set(key, value),
        removeItem: async (key: string) => void stored.delete(key)
      }
      const nativeFetch: typeof globalThis.fetch = async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input)
        if (init?.method === "GET" && init.cache === "no-store") url.searchParams.set("_", "1")
        const response = await service.fetch(url, init)
        const { headers, status } = response
        // Sound: React Native's response has these, but no `body`.
        return { headers, status, text: () => response.text() } as Response
      }
      const auth = service.client({ storage, fetch: nativeFetch })
      await auth.signUp.password({ email: "ada@example.com", password: "correct horse" }).orThrow()
      assert.strictEqual((await auth.getUser().orThrow())?.primaryEmail, "ada@example.com")
      assert.isTrue(stored.size > 0)
    }))
})
