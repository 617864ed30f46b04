/**
 * A program with the Promise client, for every runtime. It imports nothing: each runtime loads the library in its own way, and
 * passes it.
 */
import type * as Promised from "latchkey/promise"
import type * as PromisedServer from "latchkey/promise/server"

/** The service, and the secret key of the project. */
export interface Project {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly apiUrl: string
  readonly secretServerKey: string
}

type Library = Pick<typeof Promised, "createAuthClient" | "forRequest" | "isAuthError">

type ServerLibrary = Pick<typeof PromisedServer, "createServerClient">

/** The origin of the program's app. */
export const origin = "https://app.example.com"

/** What the program returns in every runtime. */
export const expected: ReadonlyArray<string> = [
  "baseUrl is unknown: it is called apiUrl",
  "session: signed-out",
  "sign-up: signed-in",
  "user: ada@example.com",
  "token: string",
  "states: signed-out, signed-in",
  "teams: loading, ready Engines",
  "can invite: true",
  "signed out: signed-out",
  "wrong password: EMAIL_PASSWORD_MISMATCH, EmailPasswordMismatch, at the caller: true",
  "thrown: EMAIL_PASSWORD_MISMATCH",
  "request: 303 to /, 2 cookies",
  "request with the cookies: ada@example.com",
  "users of the server: ada@example.com",
  "disposed: DISPOSED"
]

/** Uses a client, a client for a request, and the server level. Returns one line for each step. */
export const run = async (
  { createAuthClient, forRequest, isAuthError }: Library,
  { createServerClient }: ServerLibrary,
  { secretServerKey, ...project }: Project
): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const ada = { email: "ada@example.com", password: "correct horse" }
  const codeOf = (error: unknown) => isAuthError(error) ? error.code : String(error)

  try {
    // Sound: the option that a program without types could pass.
    createAuthClient({ ...project, baseUrl: project.apiUrl } as typeof project)
  } catch (error) {
    lines.push(/baseUrl.*apiUrl/.exec((error as Error).message)?.[0] ?? "?")
  }

  const auth = createAuthClient({ ...project, appUrl: origin })
  const states: Array<string> = []
  const unsubscribe = auth.session.subscribe(({ status }) => states.push(status))
  lines.push(`session: ${auth.session.get().status}`)
  lines.push(`sign-up: ${(await auth.signUp.password(ada).orThrow()).status}`)
  const { data: user } = await auth.getUser()
  lines.push(`user: ${user?.primaryEmail}`)
  lines.push(`token: ${typeof await auth.session.token().orThrow()}`)
  lines.push(`states: ${states.join(", ")}`)
  unsubscribe()

  const team = await auth.teams.create({ displayName: "Engines" }).orThrow()
  const teams: Array<string> = []
  await new Promise<void>((resolve) => {
    auth.teams.subscribe(({ data, status }) => {
      teams.push([status, ...data?.map(({ displayName }) => displayName) ?? []].join(" "))
      if (status !== "loading") resolve()
    })
  })
  lines.push(`teams: ${teams.join(", ")}`)
  lines.push(`can invite: ${await auth.can("$invite_members", { team: team.id })}`)
  await auth.signOut().orThrow()
  lines.push(`signed out: ${auth.session.get().status}`)

  const wrong = { ...ada, password: "wrong horse" }
  // A declaration, since the engine of Bun names no async arrow function.
  async function signInWrongly() {
    const { error } = await auth.signIn.password(wrong)
    return error
  }
  const error = await signInWrongly()
  // The frame below the message. A runtime without stacks of promises has no more.
  const isAtCaller = error?.stack?.split("\n")[1]?.includes("signInWrongly")
  lines.push(`wrong password: ${error?.code}, ${error?.name}, at the caller: ${isAtCaller}`)
  lines.push(`thrown: ${await auth.signIn.password(wrong).orThrow().catch(codeOf)}`)

  const signIn = forRequest(new Request(`${origin}/sign-in`, { method: "POST" }), project)
  await signIn.signIn.password(ada).orThrow()
  const response = signIn.respond(null, { status: 303, headers: { location: "/" } })
  const cookies = response.headers.getSetCookie()
  lines.push(`request: ${response.status} to ${response.headers.get("location")}, ${cookies.length} cookies`)
  const cookie = cookies.map((text) => text.split(";")[0]).join("; ")
  const page = forRequest(new Request(origin, { headers: { cookie } }), project)
  lines.push(`request with the cookies: ${(await page.getUser({ or: "throw" }).orThrow()).primaryEmail}`)

  const server = createServerClient({ ...project, secretServerKey })
  const emails: Array<string | null> = []
  for await (const { primaryEmail } of server.users.stream({ pageSize: 1 })) emails.push(primaryEmail)
  lines.push(`users of the server: ${emails.join(", ")}`)

  for (const client of [signIn, page, server, auth]) await client[Symbol.asyncDispose]()
  lines.push(`disposed: ${await auth.getUser().catch(codeOf)}`)
  return lines
}
