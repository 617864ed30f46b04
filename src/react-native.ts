/**
 * The host of an app with React Native and Expo.
 *
 * **Example** (The host of an app)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client } from "latchkey"
 * import { Expo } from "latchkey/react-native"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId }).pipe(Layer.provideMerge(Expo.layer({ projectId, scheme: "myapp" })))
 * ```
 */
export * as DeepLinks from "./native/DeepLinks.ts"
export * as Expo from "./native/Expo.ts"
export * as NativeOAuth from "./native/NativeOAuth.ts"
export * as OAuthBrowser from "./native/OAuthBrowser.ts"
