import * as z from 'zod'
import { EvidenceExportItem, EvidenceExportRef } from '../domain/evidence/evidence-export.ts'
import { EvidenceRef } from '../domain/evidence/evidence-ref.ts'
import { EvidenceItem } from '../domain/evidence/evidence-view.ts'
import { EvidenceKey } from '../domain/evidence/signature.ts'
import { http, publication, schedule, worker } from './define.ts'

const area = 'evidence'

export const getCallEvidence = http({
  id: 'get-call-evidence',
  area,
  method: 'GET',
  path: '/user/calls/{id}/evidence',
  summary: 'Get the reasons for allowing a call',
  description:
    'Each decision with the facts known at the time, written before the carrier was asked, and its position in its campaign’s chain. A call that the carrier put off has several decisions. They stay when the call is deleted.',
  missing: 'call_not_found',
  problems: ['no_evidence'],
  returns: z.object({ call_id: z.int(), decisions: z.array(EvidenceItem) }),
  uses: ['calls.find', 'evidence.ofCall'],
})

export const linkEvidence = worker({
  id: 'link-evidence',
  area,
  queue: 'linkEvidenceQueue',
  broughtBy: 'the schedule, once a minute for each ninety new decisions of a user',
  isRare: true,
  userLimit: { by: 'another limit', limit: 'the live calls of the user, ninety of whose decisions are one message' },
  message: EvidenceRef,
  concurrencyMax: 5,
  uses: ['clock', 'evidence.link', 'evidenceHeads.newest'],
  failureHurts: 'decisions about calls stand outside their chain, and an export says so of them',
})

export const createEvidenceExport = http({
  id: 'create-evidence-export',
  area,
  method: 'POST',
  path: '/user/evidence/exports',
  status: 202,
  summary: 'Export all evidence as a signed bundle',
  description:
    'Answers as soon as the export is recorded. `GET /user/evidence/exports/{id}` shows its status and the links to its files. The files contain phone numbers, and are kept for a month. `npm run admin -- evidence verify` checks them.',
  problems: ['too_many_evidence_exports'],
  returns: z.object({ message: z.string(), data: EvidenceExportItem }),
  uses: ['evidenceExports.begin', 'writeEvidenceQueue.nudge'],
})

export const getEvidenceExport = http({
  id: 'get-evidence-export',
  area,
  method: 'GET',
  path: '/user/evidence/exports/{id}',
  // Not for AI agents: the links open a file with numbers of all called people.
  agents: false,
  summary: 'Get the status of an evidence export',
  description:
    'Links are valid for an hour and made for each request. The files, joined in the order of their names, are the bundle.',
  missing: 'evidence_export_not_found',
  returns: EvidenceExportItem,
  uses: ['evidenceExports.find', 'recordings.link'],
})

export const writeEvidence = worker({
  id: 'write-evidence',
  area,
  queue: 'writeEvidenceQueue',
  broughtBy: 'an export of evidence that is asked for',
  isRare: true,
  userLimit: { by: 'open jobs', kind: 'evidence_exports' },
  message: EvidenceExportRef,
  batchMax: 1,
  concurrencyMax: 5,
  timeoutSeconds: 60,
  memoryMegabytes: 1024,
  uses: [
    'clock',
    'evidence.blocks',
    'evidence.contents',
    'evidence.keptDays',
    'evidence.unlinked',
    'evidenceExports.advance',
    'evidenceExports.find',
    'evidenceHeads.page',
    'evidenceKeys.keep',
    'evidenceSigner.key',
    'evidenceSigner.sign',
    'recordings.keep',
    'writeEvidenceQueue.nudge',
  ],
  failureHurts: 'bundles of evidence that were asked for do not come',
})

const EvidenceKeys = z.object({ keys: z.array(EvidenceKey.extend({ since: z.string() })) })

export const listEvidenceKeys = http({
  id: 'list-evidence-keys',
  area,
  method: 'GET',
  path: '/user/evidence/keys',
  summary: 'List the keys that sign evidence',
  description:
    'The same as `GET /evidence/keys`, which needs no token: all keys that this stack has ever signed with, in the form for `admin evidence verify --keys`. Keep a copy outside of the stack.',
  returns: EvidenceKeys,
  uses: ['evidenceKeys.list'],
})

export const showEvidenceKeys = publication({
  id: 'show-evidence-keys',
  area,
  path: '/evidence/keys',
  cachedSeconds: 300,
  summary: 'List the public keys that sign evidence',
  description:
    'Needs no token. Lists all keys that this stack has ever signed with, for checking bundles of evidence. A key is published before its first signature.',
  returns: EvidenceKeys,
  uses: ['evidenceKeys.list'],
})

export const signHeads = schedule({
  id: 'sign-heads',
  area,
  everyMinutes: 60,
  // Ten chains are signed at a time, each in a tenth of a second: enough time for tens of
  // thousands.
  timeoutSeconds: 600,
  uses: [
    'clock',
    'evidence.head',
    'evidence.keptDays',
    'evidenceHeads.keep',
    'evidenceKeys.keep',
    'evidenceSigner.key',
    'evidenceSigner.sign',
    'unsignedHeads.page',
    'unsignedHeads.signed',
  ],
  failureHurts:
    'the heads of chains of evidence are not signed, and nothing proves that these chains are what they were',
})
