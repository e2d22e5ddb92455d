export type ToolAnswer = { text: string; is_cut: boolean; duration_ms: number } & (
  | { http_status: number }
  | { http_status: null; error: string; may_have_arrived: boolean }
)
