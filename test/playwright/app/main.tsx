/** An app that is built once, with the URL of the hosted service. Its path selects the token store. */
import * as Layer from "effect/Layer"
import { Browser, Client, StorageTokenStore } from "latchkey"
import { AuthProvider, EffectAuthProvider, HandlerPage, SignedIn, SignIn, useUser } from "latchkey/react"
import { type ReactNode, Suspense, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import { options } from "./options.ts"

const storageLayer = (storage: () => Storage) =>
  Client.layer(options).pipe(
    Layer.provideMerge(Layer.merge(Browser.layer({ projectId: options.projectId }), StorageTokenStore.layer(storage)))
  )

const layers = {
  "/local": storageLayer(() => localStorage),
  "/session": storageLayer(() => sessionStorage)
}

const Provider = ({ children }: { readonly children: ReactNode }) => {
  // Sound: other paths have no layer.
  const layer = layers[location.pathname as keyof typeof layers] as typeof layers["/local"] | undefined
  return layer === undefined
    ? <AuthProvider {...options}>{children}</AuthProvider>
    : <EffectAuthProvider layer={layer}>{children}</EffectAuthProvider>
}

const Home = () => {
  const user = useUser({ or: "throw" })
  return (
    <>
      <h1>Hello {user.displayName}</h1>
      <Clock />
    </>
  )
}

/** The hour by the page's clock, updated by a timer. */
const Clock = () => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <time>{Math.floor(now / 3_600_000)}</time>
}

createRoot(document.getElementById("root")!).render(
  <Provider>
    <Suspense fallback={<p>Loading…</p>}>
      {location.pathname.startsWith("/handler/")
        ? <HandlerPage />
        : (
          <SignedIn fallback={<SignIn />}>
            <Home />
          </SignedIn>
        )}
    </Suspense>
  </Provider>
)
