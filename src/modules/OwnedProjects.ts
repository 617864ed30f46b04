export * from "../account/OwnedProjects.ts"
