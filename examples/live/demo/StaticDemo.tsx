/** The demo before its first interaction: the sign-in card that the live one shows, without its scripts. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies, HandlerPages, Navigation, Page } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { TestAuthProvider } from "latchkey/react"
import type { ReactElement } from "react"
import { SignInPage } from "../../../react/pages/SignInPage.tsx"
import { demoApp } from "./demoApp.ts"
import { DemoWindow } from "./DemoWindow.tsx"
import { FillHint } from "./Hint.tsx"
import { Timeline } from "./Timeline.tsx"

/** Opens the sign-in page of the project. */
const openSignIn = HandlerPages.signIn.pipe(
  Effect.provide(Navigation.layer({ redirectMethod: { navigate: () => {} } })),
  Effect.provide(Layer.mergeAll(
    Emulator.layerClient({ project: { displayName: demoApp.name, config: demoApp.config } }),
    Page.layerMemory(demoApp.url),
    Cookies.layerMemory
  ))
)

/** Returns the element that a server renders. */
export const makeStaticDemo = async (): Promise<ReactElement> => {
  const page = await Effect.runPromise(openSignIn)
  if (page._tag !== "SignIn") throw new Error(`The demo starts with the page ${page._tag}`)
  return (
    <TestAuthProvider>
      <DemoWindow hints={<FillHint />} panel={<Timeline />}>
        <SignInPage page={page} />
      </DemoWindow>
    </TestAuthProvider>
  )
}
