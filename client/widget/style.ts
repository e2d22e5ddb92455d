/** Style sheet that a script adds, so the content security policy needs no `unsafe-inline`. */
export const style = `
:host { all: initial; }
* { box-sizing: border-box; font: 15px/1.45 system-ui, sans-serif; }
.place { position: fixed; z-index: 2147483000; display: flex; flex-direction: column; gap: 12px; margin: 16px; }
.right { right: 0; align-items: flex-end; }
.left { left: 0; align-items: flex-start; }
.bottom { bottom: 0; flex-direction: column-reverse; }
.top { top: 0; }
button { cursor: pointer; border: 0; }
.launch, .act { background: var(--color); color: var(--on-color); border-radius: 24px; padding: 12px 20px; }
.launch small { display: block; font-size: 12px; }
.tabs { display: flex; border-bottom: 1px solid #ddd; }
.tabs:empty { display: none; }
.tabs button { flex: 1; padding: 10px; background: #fff; color: #111; border-bottom: 3px solid transparent; }
.tabs button[aria-pressed=true] { border-color: var(--color); font-weight: 600; }
.card { display: flex; flex-direction: column; gap: 8px; padding: 16px; }
.card p { margin: 0; }
.keys { display: flex; gap: 8px; padding: 12px; }
.launch { box-shadow: 0 4px 16px #0003; font-weight: 600; }
button:focus-visible, input:focus-visible, textarea:focus-visible { outline: 3px solid #1118; outline-offset: 2px; }
.panel { display: flex; flex-direction: column; width: min(380px, calc(100vw - 32px)); height: min(560px, calc(100vh - 110px));
  background: #fff; color: #111; border-radius: 12px; box-shadow: 0 8px 32px #0004; overflow: hidden; }
.tab { display: flex; flex-direction: column; flex: 1; min-height: 0; }
[hidden] { display: none !important; }
header { display: flex; justify-content: space-between; gap: 8px; background: var(--color); color: var(--on-color); padding: 12px 16px; }
header strong { display: block; font-weight: 600; }
header button { background: none; color: var(--on-color); font-size: 20px; line-height: 1; padding: 4px 8px; }
.log { flex: 1; overflow-y: auto; padding: 16px; display: flex; flex-direction: column; gap: 8px; }
.line { max-width: 85%; padding: 8px 12px; border-radius: 12px; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.assistant { background: #eef0f3; align-self: flex-start; }
.user { background: var(--color); color: var(--on-color); align-self: flex-end; }
.note { color: #555; align-self: center; text-align: center; margin: 0; }
form { display: flex; gap: 8px; padding: 12px; border-top: 1px solid #ddd; }
form.fields { flex-direction: column; border: 0; overflow-y: auto; }
label { display: block; flex: 1; }
input, textarea { width: 100%; border: 1px solid #767676; border-radius: 8px; padding: 8px 10px; background: #fff; color: #111; }
textarea { resize: none; height: 44px; }
`
