/** Sign-in with a password or a provider, and the links of emails. */
import * as Effect from "effect/Effect"
import { ContactChannels, MagicLink, Password } from "latchkey"
import {
  AuthErrorBoundary,
  EffectAuthProvider,
  SignedIn,
  SignedOut,
  useAction,
  useRuntime,
  useSignOut,
  useUser
} from "latchkey/react"
import { DeepLinks, NativeOAuth } from "latchkey/react-native"
import { Suspense, useEffect, useState } from "react"
import { Button, Text, TextInput, View } from "react-native"
import { AuthLive } from "./auth.ts"

/** Handles links while the app runs. */
const listen = DeepLinks.listen({
  MagicLink: ({ code }) => Effect.ignore(MagicLink.signIn({ code })),
  EmailVerification: ({ code }) => Effect.ignore(ContactChannels.verify({ code })),
  OAuthCallback: (link) => Effect.ignore(NativeOAuth.complete(link))
})

const Links = () => {
  const runtime = useRuntime()
  useEffect(() => {
    const fiber = runtime.runFork(Effect.scoped(Effect.andThen(listen, Effect.never)))
    return () => fiber.interruptUnsafe()
  }, [runtime])
  return null
}

const signInWithGitHub = NativeOAuth.signIn({ provider: "github" }).pipe(
  Effect.asVoid,
  // The user closed the browser.
  Effect.catchTag("OAuthBrowserEnded", () => Effect.void)
)

const SignInScreen = () => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const withPassword = useAction(() => Password.signIn({ email, password }))
  const withGitHub = useAction(signInWithGitHub)
  return (
    <View>
      <TextInput value={email} onChangeText={setEmail} autoCapitalize="none" autoComplete="email" placeholder="Email" />
      <TextInput
        value={password}
        onChangeText={setPassword}
        secureTextEntry
        autoComplete="password"
        placeholder="Password"
      />
      <Button title="Sign in" disabled={withPassword.state._tag === "Pending"} onPress={() => withPassword.run()} />
      <Button title="Continue with GitHub" onPress={() => withGitHub.run()} />
      {withPassword.state._tag === "Failure" ? <Text>{withPassword.state.error.message}</Text> : null}
    </View>
  )
}

const Home = () => {
  const user = useUser({ or: "throw" })
  const { run } = useSignOut()
  return (
    <View>
      <Text>{`Hello, ${user.displayName ?? user.primaryEmail}`}</Text>
      <Button title="Sign out" onPress={() => run()} />
    </View>
  )
}

export default function App() {
  return (
    <Suspense fallback={<Text>Loading</Text>}>
      <EffectAuthProvider layer={AuthLive}>
        <Links />
        <AuthErrorBoundary fallback={() => <Text>Something went wrong</Text>}>
          <SignedIn>
            <Home />
          </SignedIn>
          <SignedOut>
            <SignInScreen />
          </SignedOut>
        </AuthErrorBoundary>
      </EffectAuthProvider>
    </Suspense>
  )
}
