import * as Effect from "effect/Effect"
import { open, rename, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { messageOf } from "../../terminal/attempt.ts"

/** Replaces a file in one step: after a crash, it has the old or the new content. Only its owner can read it. */
export const writeDocument = (file: string, text: string): Effect.Effect<void, string> =>
  Effect.tryPromise({
    try: () => replaceFile(file, text),
    catch: (error) => `${file} cannot be written: ${messageOf(error)}`
  })

const replaceFile = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.${process.pid}.tmp`
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  // The folder's entry is flushed, too. Windows cannot open a folder.
  await flushFolder(dirname(file)).catch(() => undefined)
}

const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
