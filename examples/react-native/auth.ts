/** The client of the app. */
import * as Layer from "effect/Layer"
import { Client } from "latchkey"
import { type DeepLinks, Expo, type OAuthBrowser } from "latchkey/react-native"

declare module "latchkey/react" {
  /** The services that effects in components can use, beside those of every app. */
  interface Services {
    readonly OAuthBrowser: OAuthBrowser.OAuthBrowser
    readonly DeepLinks: DeepLinks.DeepLinks
  }
}

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

export const AuthLive = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
  Layer.provideMerge(Expo.layer({ projectId, scheme: "myapp", website: "https://app.example.com" }))
)
