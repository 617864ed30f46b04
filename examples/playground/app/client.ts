/** The app's client, connected to the service at the page's origin. */
import * as Layer from "effect/Layer"
import { Browser, Client } from "latchkey"
import { Recorder } from "latchkey/recorder"
import { project } from "../contract.ts"
import { navigate } from "./router.tsx"

export const clientOptions: Client.ClientOptions = {
  apiUrl: location.origin,
  projectId: project.id,
  publishableClientKey: project.publishableClientKey
}

const host = Browser.layer({
  projectId: project.id,
  redirectMethod: { navigate },
  urls: { accountSettings: "/account" }
})

export const layer = Client.layer(clientOptions).pipe(
  Layer.provideMerge(Recorder.layer()),
  Layer.provideMerge(host)
)
