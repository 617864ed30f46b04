/**
 * Runs the program with the files for `require`, in a realm without `import()`, as Jest loads modules. The first argument is the
 * folder of the app.
 */
import { readFileSync } from "node:fs"
import { createRequire, isBuiltin } from "node:module"
import { dirname, join } from "node:path"
import vm from "node:vm"
import { run } from "./program.ts"

const modules = new Map<string, { exports: object }>()

const load = (path: string): unknown => {
  const known = modules.get(path)
  if (known !== undefined) return known.exports
  const module = { exports: {} }
  modules.set(path, module)
  // Without the option `importModuleDynamically`, `import()` rejects.
  const code = new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, "utf8")}\n})`,
    {
      filename: path
    }
  )
  const { resolve } = createRequire(path)
  const require = (id: string) => isBuiltin(id) ? process.getBuiltinModule(id) : load(resolve(id))
  code.runInThisContext()(module.exports, require, module, path, dirname(path))
  return module.exports
}

const { resolve } = createRequire(join(process.argv[2]!, "main.cjs"))
// Sound: the declarations of these files.
const promised = load(resolve("latchkey/promise")) as typeof import("latchkey/promise")
const server = load(resolve("latchkey/promise/server")) as typeof import("latchkey/promise/server")
console.log(JSON.stringify(await run(promised, server, JSON.parse(process.env["PROJECT"]!))))
