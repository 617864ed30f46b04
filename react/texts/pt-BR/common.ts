/** The Brazilian Portuguese texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "pt-BR",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("pt-BR", { dateStyle: "medium" }),
  dateTime: (date) => date.toLocaleString("pt-BR", { dateStyle: "medium", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "Carregando…",
  retry: "Tentar novamente",
  close: "Fechar",
  offline: "Você está offline. Tentaremos novamente quando a conexão voltar.",
  unexpected: "Algo deu errado. Tente novamente.",
  resendIn: (seconds) => `Reenviar em ${seconds}\u00a0s`
}

export const actions: Texts["actions"] = {
  save: "Salvar",
  saved: "Salvo",
  cancel: "Cancelar",
  done: "Concluído",
  copy: "Copiar",
  copied: "Copiado",
  undo: "Desfazer",
  confirm: (text) => `Digite “${text}” para confirmar`,
  confirmMismatch: "O texto não corresponde. Confira a ortografia.",
  change: "Alterar",
  remove: "Remover",
  notSet: "Não definido",
  allSettings: "Todas as configurações"
}

export const fields: Texts["fields"] = {
  email: "E-mail",
  password: "Senha",
  newPassword: "Nova senha",
  code: "Código",
  showPassword: "Mostrar senha",
  hidePassword: "Ocultar senha",
  required: "Preencha este campo.",
  emailRequired: "Digite seu e-mail.",
  emailInvalid: "Digite um e-mail válido.",
  passwordRequired: "Digite sua senha.",
  codeRequired: "Digite o código.",
  passwordFits: "A senha tem o tamanho necessário."
}
