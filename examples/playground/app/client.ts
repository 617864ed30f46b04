/** The app's client, connected to the service at the page's origin. */
import * as Layer from "effect/Layer"
import { Browser, Client } from "latchkey"
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

export const layer = Layer.provideMerge(Client.layer(clientOptions), host)
