import { demoUser, programPath, type Start, type StartInput } from "./Start.ts"

/** Returns the start for a program with Effect that runs in Node. */
export const nodeStart = ({ project, service }: StartInput): Start => {
  const path = programPath(project, "signIn")
  return {
    envFile: ".env",
    variables: {
      STACK_PROJECT_ID: service.projectId,
      STACK_PUBLISHABLE_CLIENT_KEY: service.publishableClientKey,
      STACK_API_URL: service.apiUrl
    },
    files: [{
      path,
      content: program,
      purpose: "Signs the user of the emulator in, and prints the user.",
      isDone: (source) => source.includes("latchkey")
    }],
    edits: [],
    script: { command: `node --env-file=.env ${path}`, template: /^(?!)/ },
    packages: ["effect"],
    tryIt: [`It prints "Signed in as ${demoUser.email}".`]
  }
}

const program = `import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, CurrentUser, Password, TokenStore } from "latchkey"

// The options come from the environment: see .env.
const ClientLive = Client.layerConfig().pipe(Layer.provide(TokenStore.layerMemory))

const program = Effect.gen(function*() {
  yield* Password.signIn({ email: "${demoUser.email}", password: "${demoUser.password}" })
  const user = yield* CurrentUser.get({ or: "throw" })
  yield* Console.log(\`Signed in as \${user.primaryEmail}\`)
}).pipe(
  Effect.catchTag("EmailPasswordMismatch", (error) => Console.error(error.message))
)

await Effect.runPromise(Effect.provide(program, ClientLive))
`
