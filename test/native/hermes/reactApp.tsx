/** Components that run in a realm without DOM. Another realm renders them. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, Password, Resources } from "latchkey"
import {
  AuthErrorBoundary,
  EffectAuthProvider,
  SignedIn,
  SignedOut,
  useAction,
  useOnline,
  useResourceState,
  useSignOut,
  useTeams,
  useUser,
  useUserState
} from "latchkey/react"
import { Expo } from "latchkey/react-native"
import { Suspense } from "react"

const credentials = { email: "ada@example.com", password: "correct horse", verificationCallbackUrl: null }

const Profile = () => {
  const user = useUser({ or: "throw" })
  const teams = useTeams()
  const { _tag } = useResourceState(Resources.user)
  const { run } = useSignOut()
  return <button onClick={() => run()}>{`${user.primaryEmail}, ${teams.length} teams, ${_tag}`}</button>
}

const SignUp = () => {
  const { run, state } = useAction(() => Effect.asVoid(Password.signUp(credentials)))
  return <button disabled={state._tag === "Pending"} onClick={() => run()}>Sign up</button>
}

const State = () => {
  const { _tag } = useUserState()
  return <i>{`${_tag}, ${useOnline() ? "online" : "offline"}`}</i>
}

export const makeApp = (projectId: string, publishableClientKey: string) => {
  const layer = Client.layer({ projectId, publishableClientKey }).pipe(
    Layer.provideMerge(Expo.layer({ projectId, scheme: "myapp" }))
  )
  return () => (
    <Suspense fallback="loading">
      <EffectAuthProvider layer={layer}>
        <AuthErrorBoundary fallback={() => "failed"}>
          <State />
          <SignedIn pending="pending">
            <Profile />
          </SignedIn>
          <SignedOut>
            <SignUp />
          </SignedOut>
        </AuthErrorBoundary>
      </EffectAuthProvider>
    </Suspense>
  )
}
