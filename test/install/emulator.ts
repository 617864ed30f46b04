import type { Passkey } from "latchkey"
import { strict as assert } from "node:assert"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { Authenticator } from "../support/Authenticator.ts"

const origin = "http://localhost:3000"

/**
 * Starts `npx latchkey emulator` in a folder with the installed package. Signs a user up over HTTP, registers a passkey, and
 * signs in with it.
 */
export const checkEmulator = async (folder: string): Promise<void> => {
  // Starts a process group, so that one signal ends npx and the emulator.
  const child = spawn("npx", ["--no-install", "latchkey", "emulator", "--port", "0"], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"]
  })
  try {
    const output = await readUntil(child, "Ctrl+C")
    const url = /(http:\/\/127\.0\.0\.1:\d+)$/m.exec(output)?.[1]
    const projectId = /project id +(\S+)/.exec(output)?.[1]
    const key = /publishable client key +(\S+)/.exec(output)?.[1]
    assert(url !== undefined && projectId !== undefined && key !== undefined, `the emulator printed:\n${output}`)
    await signInByPasskey(`${url}/api/v1`, {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": projectId,
      "x-stack-publishable-client-key": key
    })
    console.log("npx latchkey emulator: a user signed up, registered a passkey and signed in with it")
  } finally {
    const exited = child.exitCode === null ? once(child, "exit") : undefined
    process.kill(-child.pid!, "SIGTERM")
    await exited
  }
}

async function signInByPasskey(api: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const post = async (path: string, body: object, token?: string): Promise<any> => {
    const response = await fetch(`${api}${path}`, {
      method: "POST",
      headers: token === undefined ? headers : { ...headers, "x-stack-access-token": token },
      body: JSON.stringify(body)
    })
    const text = await response.text()
    assert.equal(response.status, 200, `${path}: ${text}`)
    return JSON.parse(text)
  }
  const signedUp = await post("/auth/password/sign-up", {
    email: "a@example.com",
    password: "a long password",
    verification_callback_url: `${origin}/verify`
  })
  const authenticator = new Authenticator()
  const creation = await post("/auth/passkey/initiate-passkey-registration", {}, signedUp.access_token)
  const credential = authenticator.create(creation.options_json as Passkey.RegistrationOptions, origin)
  await post("/auth/passkey/register", { credential, code: creation.code }, signedUp.access_token)

  const request = await post("/auth/passkey/initiate-passkey-authentication", {})
  const signedIn = await post("/auth/passkey/sign-in", {
    authentication_response: authenticator.get(request.options_json as Passkey.SignInOptions, origin),
    code: request.code
  })
  assert.equal(signedIn.user_id, signedUp.user_id)
  assert.notEqual(signedIn.refresh_token, signedUp.refresh_token)
}

/** Returns the output of a process as soon as it contains `text`. Rejects if the process exits before that. */
const readUntil = (child: ChildProcess, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ""
    child.stdout!.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk
      if (output.includes(text)) resolve(output)
    })
    child.once("exit", (code) => reject(new Error(`npx latchkey emulator ended with ${code}:\n${output}`)))
    child.once("error", reject)
  })
