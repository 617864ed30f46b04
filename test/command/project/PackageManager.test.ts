import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { findPackageManager, getInstallCommand, getRunCommand } from "../../../src/command/project/PackageManager.ts"
import { type Files, makeFolder } from "../support.ts"

const find = (files: Files, folder = "", agent?: string) =>
  Effect.map(makeFolder({ ".git/HEAD": "", ...files }), (root) => findPackageManager(join(root, folder), agent))

describe("findPackageManager", () => {
  for (
    const [file, manager] of [
      ["pnpm-lock.yaml", "pnpm"],
      ["yarn.lock", "yarn"],
      ["bun.lock", "bun"],
      ["bun.lockb", "bun"],
      ["package-lock.json", "npm"]
    ] as const
  ) {
    it.effect(`returns ${manager} for ${file}`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* find({ [file]: "" }), manager)
        assert.strictEqual(yield* find({ [file]: "", "apps/web/a": "" }, "apps/web"), manager)
      }))
  }

  it.effect("prefers the field packageManager to lockfiles", () =>
    Effect.gen(function*() {
      const found = yield* find({ "package.json": "{\"packageManager\":\"pnpm@11.0.0\"}", "yarn.lock": "" })
      assert.strictEqual(found, "pnpm")
    }))

  it.effect("returns the running package manager without a lockfile, and npm otherwise", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* find({}, "", "yarn/4.0.0 npm/? node/v24"), "yarn")
      assert.strictEqual(yield* find({}, "", "deno/2"), "npm")
    }))

  it("each package manager has its own commands", () => {
    assert.deepStrictEqual(getInstallCommand("npm", ["a"]), ["npm", "install", "a"])
    assert.deepStrictEqual(getInstallCommand("pnpm", ["a"]), ["pnpm", "add", "a"])
    assert.strictEqual(getRunCommand("bun", "dev"), "bun run dev")
    assert.strictEqual(getRunCommand("yarn", "dev"), "yarn dev")
  })
})
