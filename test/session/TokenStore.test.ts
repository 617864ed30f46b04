import { Tokens, TokenStore } from "latchkey"
import { suite } from "../suites/TokenStoreSuite.ts"

suite("in memory", TokenStore.layerMemory)

suite(
  "with initial tokens",
  TokenStore.layerTokens({ refreshToken: "carol", accessToken: "7" }),
  {
    initial: Tokens.make({ refreshToken: "carol", accessToken: "7" }),
    unreadable: {
      "nothing": TokenStore.layerTokens({}),
      "an empty text": TokenStore.layerTokens({ refreshToken: "", accessToken: "7" }),
      "the text undefined": TokenStore.layerTokens({ refreshToken: "undefined", accessToken: "7" }),
      "null": TokenStore.layerTokens({ refreshToken: null, accessToken: null }),
      "an access token alone": TokenStore.layerTokens({ accessToken: "7" }),
      // Untyped code can pass any value.
      "an object": TokenStore.layerTokens({ refreshToken: { length: 5 } as unknown as string })
    }
  }
)

suite("that never stores tokens", TokenStore.layerNone, { holds: false })
