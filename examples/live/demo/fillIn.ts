import { demoApp } from "./demoApp.ts"

/** Fills in the form of the card, as a password manager does. */
export const fillIn = (): void => {
  const card = document.querySelector("#live [data-latchkey~=sign-in]")
  for (const name of ["email", "password"] as const) {
    const input = card?.querySelector<HTMLInputElement>(`input[name=${name}]`)
    if (input == null) continue
    input.value = demoApp.user[name]
    input.dispatchEvent(new Event("input", { bubbles: true }))
  }
  card?.querySelector<HTMLElement>("[data-latchkey~=submit]")?.focus()
}
