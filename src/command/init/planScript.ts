/** The script `dev`, which runs the app beside the emulator. */
import { isObject } from "../../wire/parseJson.ts"
import { parseObject } from "../project/files.ts"
import type { Project } from "../project/Project.ts"
import { emulatorCommand, type StartScript } from "./Start.ts"
import type { Step } from "./Step.ts"

/**
 * Plans the script `dev`: a missing script is added, and the script from a framework's template runs beside the emulator. The user
 * changes any other script, and a file that cannot be rewritten without other changes.
 */
export const planScript = ({ manifest }: Project, { command, template }: StartScript): Step => {
  const path = "package.json"
  const current = manifest.scripts["dev"]
  if (current?.includes("latchkey emulator") === true) return { _tag: "Done", path }
  const dev = emulatorCommand(current ?? command)
  if (current !== undefined && !template.test(current)) {
    return {
      _tag: "ByHand",
      path,
      lines: `"dev": ${JSON.stringify(emulatorCommand("<command>"))}`,
      purpose: `Starts the emulator with the app. The script "dev" is custom, and was not changed.`
    }
  }
  if (manifest.rewriteProblem !== undefined) {
    return {
      _tag: "ByHand",
      path,
      lines: `"dev": ${JSON.stringify(dev)}`,
      purpose: `Starts the emulator with the app. The file ${manifest.rewriteProblem}, and was not changed.`
    }
  }
  return {
    _tag: "Edit",
    path,
    before: manifest.text,
    after: setScript(manifest.text, "dev", dev),
    purpose: "Starts the emulator with the app, and stops it with the app."
  }
}

/** Sets a script, and keeps the file's indentation and line ends, as npm does. */
const setScript = (text: string, name: string, command: string): string => {
  const manifest = parseObject(text)
  const scripts = manifest?.["scripts"]
  const indentation = /^[{[]\r?\n([\t ]+)/.exec(text.trimStart())?.[1] ?? "  "
  const json = JSON.stringify(
    { ...manifest, scripts: { ...isObject(scripts) ? scripts : {}, [name]: command } },
    undefined,
    indentation
  )
  const lines = text.endsWith("\n") ? `${json}\n` : json
  return text.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines
}
