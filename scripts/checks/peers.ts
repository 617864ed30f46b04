/** Checks the clients that Latchkey is compared with: their programs, and their packages outside of the project. */
import { basename } from "node:path"
import { peers } from "../../test/bench/peers.ts"
import { lineOf, type Problem, type Repository } from "./Repository.ts"

const folder = "test/bench/compare"

export const checkPeers = ({ exists, namesIn, read }: Repository): ReadonlyArray<Problem> => {
  const manifest = read(`${folder}/package.json`)
  // Sound: the manifest of the peers.
  const { dependencies } = JSON.parse(manifest) as { readonly dependencies: Readonly<Record<string, string>> }
  const own = read("package.json")
  const programs = namesIn(`${folder}/sign-in`)
  return [
    ...peers.flatMap(({ packages, program }) => {
      const path = `${folder}/sign-in/${program}.js`
      if (!exists(path)) return [{ path, message: "is missing, a program of test/bench/peers.ts" }]
      return packages.filter((name) => !read(path).includes(`from "${name}`))
        .map((name) => ({ path, message: `does not import ${name}, its package in test/bench/peers.ts` }))
    }),
    ...programs.filter((name) => !peers.some(({ program }) => program === basename(name, ".js"))).map((name) => ({
      path: `${folder}/sign-in/${name}`,
      message: "belongs to no peer; add one to test/bench/peers.ts"
    })),
    ...peers.flatMap(({ packages }) => packages).flatMap((name): ReadonlyArray<Problem> => [
      .../^\d+\.\d+\.\d+$/.test(dependencies[name] ?? "")
        ? []
        : [{
          path: `${folder}/package.json`,
          line: lineOf(manifest, `"${name}"`),
          message: `${name} needs an exact version`
        }],
      ...own.includes(`"${name}"`)
        ? [{
          path: "package.json",
          line: lineOf(own, `"${name}"`),
          message: `${name} belongs to ${folder}/package.json`
        }]
        : []
    ]),
    ...exists(`${folder}/clock.js`) ? [] : [{ path: `${folder}/clock.js`, message: "is missing" }]
  ]
}
