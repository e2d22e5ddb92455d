import { readDeployment } from './deployment.ts'
import { livesThrough } from './scenario.ts'
const d = await readDeployment()
const t0 = performance.now()
const calls = Number(process.argv[2] ?? 20)
const w = await livesThrough(d, { calls, seed: 'x', rampSeconds: Number(process.argv[3] ?? 30), holdSeconds: Number(process.argv[4] ?? 30) })
console.log('real s', (performance.now() - t0) / 1000)
const f = w.figures
for (const n of f.namesOf('').sort()) console.log(n, 'rate', f.peakRate(n), f.totalOf(n), 'level', f.levelNow(n), f.peakLevel(n), 'count', f.countOf(n), 'p50', f.quantile(n, .5), 'p99', f.quantile(n, .99))
console.log(w.logged, w.facts.slice(0, 10), w.facts.length)
const s = w.carrier.stats(); console.log(s.callsPlaced, s.callsReceived, s.callsLive, s.callsLivePeak)
w.close()
