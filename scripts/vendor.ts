import { chmod, copyFile, stat } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { type Plugin, rolldown } from "rolldown"
import { type BundledPackages, findPackages, noticeBanner } from "./notices.ts"
import { isBundled, vendorFile } from "./packages.ts"
import { root } from "./repository.ts"

const folder = resolve(root, "dist/vendor")

/** Makes `import crypto from "crypto"` of bcryptjs empty, as its `browser` field does. It then uses Web Crypto on every host. */
const withoutNodeCrypto: Plugin = {
  name: "without-node-crypto",
  resolveId: (id) => id === "crypto" ? "\0empty" : null,
  load: (id) => id === "\0empty" ? "export default {}" : null
}

/**
 * Bundles packages into `dist/vendor`, one file for each import that the modules have, such as `@noble/hashes/sha2.js`.
 *
 * The files run on every host that the packages run on. Code that several of them use is in a chunk beside them.
 */
export const writeVendor = async (specifiers: ReadonlyArray<string>): Promise<BundledPackages> => {
  const bundle = await rolldown({
    input: Object.fromEntries(specifiers.map((specifier) => [vendorFile(specifier).slice(0, -3), specifier])),
    cwd: root,
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    external: /^node:/,
    plugins: [withoutNodeCrypto],
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  })
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    minify: true,
    comments: false,
    chunkFileNames: "chunk-[name].js",
    postBanner: noticeBanner
  })
  await bundle.close()
  if (specifiers.includes("open")) await copyXdgOpen()

  const chunks = output.filter((file) => file.type === "chunk")
  for (const { dynamicImports, fileName, imports } of chunks) {
    const outside = [...imports, ...dynamicImports].filter((name) =>
      !name.startsWith("node:") && !/^[\w-]+\.js$/.test(name)
    )
    if (outside.length > 0) throw new Error(`dist/vendor/${fileName} imports ${outside.join(", ")}`)
  }
  const unused = specifiers.filter((specifier) => !isBundled(specifier))
  if (unused.length > 0) throw new Error(`packages.ts does not name ${unused.join(", ")}`)
  return { files: chunks.length, packages: await findPackages(chunks) }
}

/** Copies `xdg-open`. On Linux the package `open` runs the script beside its module, or the one of the system. */
async function copyXdgOpen(): Promise<void> {
  const source = resolve(dirname(fileURLToPath(import.meta.resolve("open"))), "xdg-open")
  const target = resolve(folder, "xdg-open")
  await copyFile(source, target)
  await chmod(target, (await stat(source)).mode)
}
