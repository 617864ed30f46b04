/** A page with the Promise client, as an app without a framework writes it. The bundlers of `bundlers.ts` build it. */
import { createAuthClient } from "latchkey/promise"

const { email, password, ...project } = JSON.parse(document.getElementById("config").textContent)

const auth = createAuthClient(project)

/** Shows a line. */
const show = (text) => {
  const line = document.createElement("p")
  line.textContent = text
  document.body.append(line)
}

const signIn = async (email, password) => {
  const { data, error } = await auth.signIn.password({ email, password })
  if (error) {
    switch (error.code) {
      case "EMAIL_PASSWORD_MISMATCH":
        return "Wrong email or password."
      case "RATE_LIMITED":
        return "Too many attempts. Wait a minute."
      default:
        return error.message
    }
  }
  return data.status === "second-factor" ? "Enter the code of your authenticator app." : "Welcome!"
}

auth.onChange(({ status }) => show(`Now: ${status}`))
auth.teams.subscribe(({ data }) => {
  if (data?.length > 0) show(`Teams: ${data.map(({ displayName }) => displayName).join(", ")}`)
})

const addButton = (text, onClick) => {
  const button = document.createElement("button")
  button.textContent = text
  button.addEventListener("click", onClick)
  document.body.append(button)
}

addButton("Sign in", async () => {
  show(await signIn(email, "wrong horse"))
  show(await signIn(email, password))
  const { data: user } = await auth.getUser()
  show(`User: ${user.primaryEmail}`)
  await auth.teams.create({ displayName: "Engines" })
})
addButton("Sign out", async () => {
  const { error } = await auth.signOut()
  show(error === null ? "Goodbye!" : error.message)
})
