export * from "../../admin/Emails.ts"
