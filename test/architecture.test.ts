import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as account from '../shared/operations/account.ts'
import { fileOf, publicRoutesOf } from '../shared/operations/define.ts'
import { type Area, httpOperations, operations } from '../shared/operations/index.ts'
import { dueQueues } from '../shared/table/items.ts'

interface Import {
  of: string
  typeOnly: boolean
  text: string
}

interface Source {
  file: string
  text: string
  code: string
  imports: Import[]
}

const root = fileURLToPath(new URL('..', import.meta.url))

const importPattern = /(?:^|\n)(?:import|export)\b(?: type\b)?[^'"`;()]*?\bfrom '([^']+)'|(?:^|\n)import '([^']+)'/g
const dynamicImportPattern = /\bimport\('([^']+)'\)/g

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const importsOf = (file: string, code: string): Import[] =>
  [...code.matchAll(importPattern), ...code.matchAll(dynamicImportPattern)].map((match) => {
    const text = match[0].trim()
    const named = match[1] ?? match[2] ?? ''
    const of = named.startsWith('.') ? posix.join(dirname(file), named) : named
    return { of, text, typeOnly: /^(import|export) type\b/.test(text) }
  })

const sources: Source[] = globSync('{client,infra,functions,shared,test}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted()
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const code = withoutComments(text)
    return { file, text, code, imports: importsOf(file, code) }
  })
const product = sources.filter(({ file }) => !file.startsWith('test/'))
const page = 'client/console/'
const widget = 'client/widget/'
const under = (...folders: string[]) =>
  product.filter(({ file }) =>
    folders.some(
      (folder) =>
        file.startsWith(folder) &&
        (folder === page || folder === widget || !(file.startsWith(page) || file.startsWith(widget))),
    ),
  )

const lines = (found: Source[], pattern: RegExp) =>
  found.flatMap(({ file, code }) =>
    code.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )

/** Allowed imports between layers. `types`: type imports only. */
const layers: { folder: string; may: string[]; types?: string[]; packages?: RegExp }[] = [
  {
    folder: 'shared/words/',
    may: ['shared/words/'],
    packages: /^(zod|zod\/mini|ipaddr\.js|libphonenumber-js\/.+|node:.+)$/,
  },
  {
    folder: 'shared/domain/',
    may: ['shared/domain/', 'shared/words/', 'prices.json'],
    packages: /^(zod|zod\/mini|libphonenumber-js\/.+|node:.+)$/,
  },
  {
    folder: 'shared/table/',
    may: ['shared/table/', 'shared/words/'],
    packages: /^(zod|@aws-sdk\/(client|lib|util)-dynamodb)$/,
  },
  {
    folder: 'shared/lists/',
    may: ['shared/lists/', 'shared/table/', 'shared/words/'],
    packages: /^node:.+$/,
  },
  {
    folder: 'shared/data/',
    may: ['shared/data/', 'shared/lists/', 'shared/table/', 'shared/domain/', 'shared/words/'],
    packages: /^@aws-sdk\/(client|lib|util)-dynamodb$/,
  },
  {
    folder: 'shared/providers/',
    may: ['shared/providers/', 'shared/domain/', 'shared/words/'],
    types: ['shared/table/history-ref.ts'],
    packages: /./,
  },
  {
    folder: 'shared/services.ts',
    may: ['shared/words/'],
    types: ['shared/runtime/registry.ts'],
  },
  {
    folder: 'shared/operations/',
    may: [
      'shared/operations/',
      'shared/domain/',
      'shared/words/',
      'shared/table/history-ref.ts',
      'shared/table/items.ts',
    ],
    types: ['shared/services.ts'],
    packages: /^zod$/,
  },
  {
    folder: 'shared/runtime/',
    may: [
      'shared/runtime/',
      'shared/operations/',
      'shared/data/',
      'shared/lists/',
      'shared/table/',
      'shared/providers/',
      'shared/domain/',
      'shared/words/',
    ],
    types: ['shared/services.ts'],
    packages: /^(@middy\/.+|aws-lambda|zod|node:.+|@aws-sdk\/client-sqs)$/,
  },
  {
    folder: 'shared/actions/',
    may: [
      'shared/actions/',
      'shared/domain/',
      'shared/words/',
      'shared/table/items.ts',
      'shared/table/compare-and-set.ts',
    ],
    types: ['shared/services.ts'],
  },
  {
    folder: 'functions/',
    may: [
      'shared/actions/',
      'shared/domain/',
      'shared/words/',
      'shared/operations/',
      'shared/runtime/',
      'shared/table/items.ts',
      'shared/table/compare-and-set.ts',
    ],
    types: ['shared/services.ts', 'shared/table/due.ts'],
    packages: /^node:crypto$/,
  },
  { folder: 'client/', may: ['client/'] },
  { folder: widget, may: [widget] },
  { folder: page, may: [page, 'client/', 'shared/words/xlsx/'], packages: /^preact(\/hooks)?$/ },
  { folder: 'infra/', may: ['infra/', 'shared/', 'functions/', 'client/', 'prices.json'], packages: /./ },
]

const isOurs = (of: string) => /\.tsx?$/.test(of) || of === 'prices.json'
const startsWithOne = (of: string, folders: string[]) => folders.some((folder) => of.startsWith(folder))

describe.each(layers)('$folder', ({ folder, may, types = [], packages }) => {
  test('imports only what lies below it', () => {
    const foreign = under(folder).flatMap(({ file, imports }) =>
      imports
        .filter(({ of, typeOnly }) => {
          if (!isOurs(of)) return !packages?.test(of)
          return !startsWithOne(of, may) && !(typeOnly && startsWithOne(of, types))
        })
        .map(({ of }) => `${file} imports ${of}`),
    )
    expect(foreign).toEqual([])
  })
})

/**
 * Limits for each folder: `rooms` limits its files and folders, `arrows` the imports between them.
 */
const houses = [
  { folder: 'shared/', rooms: 10, arrows: 35 },
  { folder: 'shared/domain/', rooms: 21, arrows: 65 },
  { folder: 'shared/data/', rooms: 17, arrows: 31 },
  { folder: 'shared/actions/', rooms: 10, arrows: 12 },
  { folder: 'infra/', rooms: 12, arrows: 17 },
]

describe.each(houses)('the rooms of $folder', ({ folder, rooms, arrows }) => {
  const roomOf = (file: string) => (file.startsWith(folder) ? file.slice(folder.length).split('/')[0] : undefined)
  const inside = product.filter(({ file }) => roomOf(file))

  test(`are at most ${rooms}`, () => {
    expect(new Set(inside.map(({ file }) => roomOf(file))).size).toBeLessThanOrEqual(rooms)
  })

  test(`are joined by at most ${arrows} arrows`, () => {
    const pairs = inside.flatMap(({ file, imports }) =>
      imports.flatMap(({ of }) => {
        const [from, to] = [roomOf(file), roomOf(of)]
        return isOurs(of) && to && to !== from ? [`${from} → ${to}`] : []
      }),
    )
    expect([...new Set(pairs)].toSorted().slice(arrows)).toEqual([])
  })
})

/**
 * Folders of shared/domain. Each may import only folders after it in this list, and shared/words.
 */
const nouns = [
  'simulations',
  'webhooks',
  'evidence',
  'dialling',
  'rules',
  'leads conversations',
  'calls campaigns',
  'assistants',
  'tools suppression-lists',
  'knowledge',
  'agents sms consents people',
  'account opt-outs',
  'reference places',
]

describe('shared/domain/', () => {
  const nounOf = (file: string) => /^shared\/domain\/([^/]+)\//.exec(file)?.[1]
  const rankOf = (noun: string | undefined) =>
    noun ? nouns.findIndex((level) => level.split(' ').includes(noun)) : nouns.length

  test('has a folder for every noun, and for nothing else', () => {
    const folders = new Set(under('shared/domain/').flatMap(({ file }) => nounOf(file) ?? []))
    expect([...folders].toSorted()).toEqual(nouns.flatMap((level) => level.split(' ')).toSorted())
  })

  test('knows only what comes after it in the order of the nouns', () => {
    const up = under('shared/domain/').flatMap(({ file, imports }) => {
      const own = nounOf(file)
      const knows = (of: string) => nounOf(of) === own || rankOf(nounOf(of)) > rankOf(own)
      return imports.filter(({ of }) => isOurs(of) && !knows(of)).map(({ of }) => `${file} imports ${of}`)
    })
    expect(up).toEqual([])
  })

  test('is pure: nothing in it waits', () => {
    expect(lines(under('shared/domain/'), /\basync\b|\bawait\b/)).toEqual([])
  })
})

describe('the carrier’s dialect', () => {
  const spoken = ['shared/providers/twilio/', 'infra/local/carrier/', 'infra/local/laptop/']
  const reference = 'shared/domain/reference/'
  const excepted: Record<string, string> = {
    'shared/runtime/registry.ts': 'says which carrier it is',
    'client/widget/carrier-line.ts': 'speaks to the SDK of the carrier in a browser',
    'infra/build/widget.ts': 'bundles that SDK, and lets a page reach its addresses',
    'infra/admin/doctor/demands.ts': 'leads a person through the console of the carrier',
    'infra/rehearsal/breakages.ts': 'sets there what the doctor must report',
    'infra/migrate/vapi.ts': 'reads exports that say whose account has a number',
    'infra/migrate/readers.ts': 'finds a language by its code',
    'infra/local/talk/talk.ts': 'plays the carrier on a terminal, with the double’s own words',
  }
  const elsewhere = product.filter(
    ({ file }) => ![...spoken, reference].some((folder) => file.startsWith(folder)) && !(file in excepted),
  )
  const said = (found: Source[], pattern: RegExp) =>
    found.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
    )

  test('is named nowhere else: no vendor, no markup, no frame', () => {
    expect(said(elsewhere, /twilio|twiml|relay/i)).toEqual([])
  })

  test('is read nowhere else: no field of its forms and frames', () => {
    const fields =
      /\b(CallSid|CallDuration|Dial(Call|Sip)\w+|Recording(Sid|Status|Url)|(Message|Sms)Sid|MessageStatus|OptOutType|Session(Id|Status)|HandoffData|ErrorCode|MachineDetection|AsyncAmd\w*|StatusCallback\w*|callSid|sessionId|customParameters|voicePrompt|utteranceUntilInterrupt|handoffData|preemptible)\b/
    // Twilio's field names that our own types use, too.
    const fieldsOfOurNames = /[.'"](CallStatus|SmsStatus|AnsweredBy)\b|\b(CallStatus|SmsStatus|AnsweredBy):/
    expect(said(elsewhere, fields)).toEqual([])
    expect(said(elsewhere, fieldsOfOurNames)).toEqual([])
  })

  test('is one of many: decisions name no vendor of anything', () => {
    const vendors = /twilio|telnyx|plivo|vonage|openai|anthropic|bedrock|deepgram|elevenlabs|google|amazon/i
    const decisions = under('shared/domain/').filter(({ file }) => !file.startsWith(reference))
    expect(said(decisions, vendors)).toEqual([])
  })

  test('has no exception without a need', () => {
    const needless = Object.keys(excepted).filter(
      (name) =>
        said(
          sources.filter(({ file }) => file === name),
          /twilio|twiml|relay/i,
        ).length === 0,
    )
    expect(needless).toEqual([])
  })
})

test('every import was seen: each file that says "from" has one', () => {
  const blind = sources.filter(({ code, imports }) => imports.length === 0 && /^import\b/m.test(code))
  expect(blind.map(({ file }) => file)).toEqual([])
})

test('no function imports another', () => {
  const between = under('functions/').flatMap(({ file, imports }) =>
    imports.filter(({ of }) => of.startsWith('functions/')).map(({ of }) => `${file} imports ${of}`),
  )
  expect(between).toEqual([])
})

test('SDKs are imported only where the outside world begins', () => {
  const isSdk = (of: string) => /^(@aws-sdk\/|twilio\b|ai$|@ai-sdk\/)/.test(of)
  const users = under('shared/', 'functions/').filter(({ imports }) =>
    imports.some(({ of, typeOnly }) => isSdk(of) && !typeOnly),
  )
  const elsewhere = users
    .map(({ file }) => file)
    .filter((file) => !/^shared\/(table|data|providers)\//.test(file) && file !== 'shared/runtime/wiring.ts')
  expect(elsewhere).toEqual([])
})

test('declarations and decisions can be loaded bare: no SDK is reached from the catalogue', () => {
  const allowed = /^(prices\.json|zod|zod\/mini|ipaddr\.js|libphonenumber-js\/.+|node:.+)$/
  expect(packagesReachedFrom('shared/operations/index.ts').filter((name) => !allowed.test(name))).toEqual([])
})

/** Returns the packages that Node loads with this file. */
const packagesReachedFrom = (file: string): string[] => {
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const seen = new Set<string>([file])
  for (const each of seen) for (const { of, typeOnly } of byFile.get(each)?.imports ?? []) if (!typeOnly) seen.add(of)
  return [...seen].filter((of) => !isOurs(of)).toSorted()
}

/**
 * Finds groups of files that import each other, directly or through other files, types included.
 */
const circlesOf = (files: Source[]): string[][] => {
  const byFile = new Map(files.map((source) => [source.file, source]))
  const numbers = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    let low = numbers.size
    numbers.set(file, low)
    open.push(file)
    for (const { of } of byFile.get(file)?.imports ?? [])
      if (byFile.has(of) && (!numbers.has(of) || open.includes(of)))
        low = Math.min(low, numbers.has(of) ? (numbers.get(of) ?? 0) : visit(of))
    if (low !== numbers.get(file)) return low
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) circles.push(circle.toSorted())
    return low
  }
  for (const { file } of files) if (!numbers.has(file)) visit(file)
  return circles
}

test('at most three groups of files know each other’s types in a circle', () => {
  const files = product.filter(({ file }) => file !== 'shared/services.ts')
  expect(circlesOf(files).slice(3)).toEqual([])
})

test('no file reaches itself through what it imports', () => {
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const { of, typeOnly } of byFile.get(file)?.imports ?? []) if (!typeOnly) visit(of, [...path, file])
    state.set(file, 'done')
  }
  for (const { file } of product) visit(file, [])
  expect(circles).toEqual([])
})

test('zod is imported whole: the named import would bundle every locale', () => {
  const imports = sources.flatMap(({ file, imports }) =>
    imports.filter(({ of }) => /^zod(\/|$)/.test(of)).map(({ text }) => ({ file, text })),
  )
  expect(imports.length).toBeGreaterThan(0)
  expect(imports.filter(({ text }) => !/^import (type )?\* as z from 'zod(\/mini)?'$/.test(text))).toEqual([])
})

test('the environment is read in the wiring and where a process starts, nowhere else', () => {
  const readers = product.filter(({ code }) => /\bprocess\.env\b/.test(code)).map(({ file }) => file)
  const isStart = (file: string) => file.startsWith('infra/') && basename(file) === 'main.ts'
  const generators = ['infra/build/build.ts']
  const elsewhere = readers.filter(
    (file) => !isStart(file) && !generators.includes(file) && file !== 'shared/runtime/wiring.ts',
  )
  expect(elsewhere).toEqual([])
})

test('time, chance and the network are services: nobody reaches for the globals', () => {
  const globals =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bperformance\.|\brandom(UUID|Bytes|Int)\b|(?<![.\w])fetch\(/
  const product = under('shared/', 'functions/').filter(({ file }) => file !== 'shared/runtime/wiring.ts')
  expect(lines(product, globals)).toEqual([])
})

test('there are no default exports', () => {
  const files = sources.filter(({ code }) => /^export default\b|\bas default\b/m.test(code)).map(({ file }) => file)
  expect(files).toEqual(['test/vitest.config.ts'])
})

test('nothing is passed on but the catalogue, the registry and the client', () => {
  expect(product.filter(({ file }) => basename(file) === 'index.ts').map(({ file }) => file)).toEqual([
    'shared/operations/index.ts',
  ])
  const passingOn = product.filter(({ code }) => /^export\b[^'"`;=()]*\bfrom '/m.test(code)).map(({ file }) => file)
  expect(passingOn).toEqual(['client/client.ts', 'shared/runtime/registry.ts'])
})

test('what a file exports, another one imports', () => {
  const namesOf = (text: string) => /\{([^}]*)\}/.exec(text)?.[1]?.match(/(?<=^|,)\s*(?:type\s+)?\w+/g) ?? ['*']
  const imported = new Set(
    sources.flatMap(({ imports }) =>
      imports.flatMap(({ of, text }) => namesOf(text).map((name) => `${of}: ${name.replace('type ', '').trim()}`)),
    ),
  )
  const idle = product.flatMap(({ file, code }) =>
    [...code.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)]
      .map(([, name]) => `${file}: ${name}`)
      .filter((value) => !imported.has(value) && !imported.has(`${file}: *`)),
  )
  expect(idle.filter((value) => !/^functions\/.+: handler$|^client\//.test(value))).toEqual([])
})

test('there is one class: a problem', () => {
  expect(lines(under('shared/', 'functions/'), /\bclass \w+/)).toEqual([
    'shared/words/problem.ts: export class Problem extends Error {',
  ])
})

test('no file is called after nothing', () => {
  const empty = sources.filter(({ file }) => /\b(utils?|helpers?|common|(?<!secrets-)managers?|misc)\b/.test(file))
  expect(empty.map(({ file }) => file)).toEqual([])
})

test('files are written in kebab-case', () => {
  const odd = sources.filter(
    ({ file }) => !/^[a-z0-9]+(-[a-z0-9]+)*((\.prove)?\.test|\.config)?\.tsx?$/.test(basename(file)),
  )
  expect(odd.map(({ file }) => file)).toEqual([])
})

describe('the catalogue', () => {
  const ids = operations.map(({ id }) => id)

  test('names every operation once, in kebab-case', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
  })

  test('holds operations only: an area that exports something else does not compile', () => {
    // @ts-expect-error A schema is no operation.
    const area: Area = { ...account, Account: z.object({}) }
    expect(Object.keys(area)).toEqual([...Object.keys(account), 'Account'])
    expect(operations.filter(({ id, kind }) => !id || !kind)).toEqual([])
  })

  test('gives every route and every queue to one operation', () => {
    const routes = operations.flatMap((operation) => {
      if ('path' in operation) return publicRoutesOf(operation).map(({ method, path }) => `${method} ${path}`)
      if (operation.kind === 'worker') return operation.queue
      return operation.kind === 'socket' ? operation.route : []
    })
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
  })

  test('spells a path otherwise only with the same parameters', () => {
    const parameters = (path: string) => path.match(/\{\w+\}/g)
    const odd = httpOperations.flatMap(({ path, alsoAt }) =>
      alsoAt.filter((other) => `${parameters(other)}` !== `${parameters(path)}`),
    )
    expect(odd).toEqual([])
  })

  test('says what is missing wherever a path carries an id', () => {
    const vague = operations.filter(
      (operation) => operation.kind === 'http' && operation.path.includes('{id}') && operation.missing === 'not_found',
    )
    expect(vague.map(({ id }) => id)).toEqual([])
  })

  test('says what is missing once: no operation names it among its problems again', () => {
    const twice = operations.filter(
      (operation) => operation.kind === 'http' && operation.problems.includes(operation.missing),
    )
    expect(twice.map(({ id }) => id)).toEqual([])
  })

  test('names what an operation uses once, in the order of the alphabet', () => {
    const lists = under('shared/operations/').flatMap(({ code }) => code.match(/(?<=uses: |Uses = )\[[^\]]*\]/g) ?? [])
    const unsorted = lists.filter((list) => {
      const names = list.match(/'[^']+'/g) ?? []
      return names.join() !== [...new Set(names)].toSorted().join()
    })
    expect(lists.length).toBeGreaterThan(operations.length / 2)
    expect(unsorted).toEqual([])
    expect(operations.filter(({ uses }) => new Set(uses).size < uses.length).map(({ id }) => id)).toEqual([])
  })

  test('has a file for every operation, named after it, and no other file', () => {
    expect(under('functions/').map(({ file }) => file)).toEqual(operations.map(fileOf).toSorted())
  })

  test('has a test for every function', () => {
    const tests = operations.map((operation) => `test/${fileOf(operation).replace('.ts', '.test.ts')}`)
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('grants nothing that the function does not use', () => {
    const unused = operations.flatMap((operation) => {
      const own = product.find(({ file }) => file === fileOf(operation))
      const shared = own?.imports.map(({ of }) => product.find(({ file }) => file === of)?.code)
      const code = [own?.code, ...(shared ?? [])].join('\n')
      const isUsed = (use: string) => {
        const [service = '', method = ''] = use.split('.')
        if (method === 'send' && code.includes('dueKinds') && dueQueues.some((queue) => queue === service)) return true
        return method
          ? new RegExp(`\\b${service}\\.${method}\\b`).test(code)
          : new RegExp(`\\b${service}\\b`).test(code)
      }
      return operation.uses.filter((use) => !isUsed(use)).map((use) => `${operation.id}: ${use}`)
    })
    expect(unused).toEqual([])
  })
})
