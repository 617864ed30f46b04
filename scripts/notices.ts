import { existsSync } from "node:fs"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { dirname, relative, resolve } from "node:path"
import type { OutputChunk } from "rolldown"
import { root } from "./repository.ts"

const notices = resolve(root, "dist/THIRD-PARTY-NOTICES.txt")

/** The result of a bundle that contains packages. */
export interface BundledPackages {
  readonly files: number
  /** The folders of the packages of which the files contain code. */
  readonly packages: ReadonlyArray<string>
}

/** Returns the first line of a file: a pointer to the licenses, if the file contains code of a package. */
export const noticeBanner = ({ modules }: { readonly modules: Readonly<Record<string, unknown>> }): string =>
  Object.keys(modules).some((id) => id.includes("/node_modules/") || id.includes("/dist/vendor/"))
    ? "/*! Contains code of packages under their own licenses: see THIRD-PARTY-NOTICES.txt of latchkey. */"
    : ""

/** Returns the folders of the packages of which chunks contain code. */
export const findPackages = async (chunks: ReadonlyArray<OutputChunk>): Promise<ReadonlyArray<string>> => {
  const folders = chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => {
      const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]
      return folder === undefined || renderedLength === 0 ? [] : [folder]
    })
  )
  return [...new Set(folders)]
}

/** Writes the licenses of packages to `dist/THIRD-PARTY-NOTICES.txt`, and returns the number of packages. */
export const writeNotices = async (folders: ReadonlyArray<string>): Promise<number> => {
  const sections = new Map<string, string>()
  for (const folder of folders) {
    const { license, name, version } = JSON.parse(await readFile(resolve(folder, "package.json"), "utf8"))
    // A package can have several: tslib has a license and a copyright notice.
    const published = (await readdir(folder))
      .filter((file) => /^(?:licen[cs]e|copying|notice|copyrightnotice)/i.test(file))
      .map((file) => resolve(folder, file))
    // Some packages publish their license only in their repository.
    const copied = resolve(root, `scripts/licenses/${name}.txt`)
    const files = published.length === 0 && existsSync(copied) ? [copied] : published
    if (typeof license !== "string" || files.length === 0) {
      throw new Error(`${relative(root, folder)} has no license file; its license cannot be published`)
    }
    const texts = await Promise.all(files.toSorted().map((file) => readFile(file, "utf8")))
    const text = texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n")
    sections.set(`${name} ${version}`, `${name} ${version} (${license})\n\n${text}`)
  }
  if (!existsSync(dirname(notices))) throw new Error("dist does not exist")
  const line = "-".repeat(80)
  const head = "Latchkey contains code of these packages, under the licenses below."
  const sorted = [...sections].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, text]) => text)
  await writeFile(notices, `${[head, ...sorted].join(`\n\n${line}\n\n`)}\n`)
  return sections.size
}
