/** The app's DOM helpers: texts and forms. */

const main = (): HTMLElement => document.querySelector("main")!

/** Shows a line of text, and returns a function that changes it. */
export const line = (text: string): (text: string) => void => {
  const element = document.createElement("p")
  element.textContent = text
  main().append(element)
  return (text) => {
    element.textContent = text
  }
}

/** The result of the last submitted form. */
const answer = document.createElement("output")

/** Shows a form with a field for each label. The result of a submission is shown below. */
export const form = <const Label extends string>(
  title: string,
  labels: ReadonlyArray<Label>,
  send: (values: Readonly<Record<Label, string>>) => Promise<string>
): void => {
  const element = document.createElement("form")
  element.setAttribute("aria-label", title)
  const inputs = labels.map((label) => {
    const input = document.createElement("input")
    input.name = label
    input.type = label === "Password" ? "password" : "text"
    const caption = document.createElement("label")
    caption.append(label, " ", input)
    element.append(caption, " ")
    return input
  })
  const button = document.createElement("button")
  button.textContent = title
  element.append(button)
  main().append(element)
  element.addEventListener("submit", async (event) => {
    event.preventDefault()
    // Sound: there is an input for each label.
    const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value])) as Record<Label, string>
    element.after(answer)
    answer.textContent = "…"
    answer.textContent = await send(values)
  })
}
