export * from "../../emulator/node.ts"
