import type { Operation } from '../../shared/operations/define.ts'
import type { Free, Granted, GrantedUse, Use } from '../../shared/services.ts'
import type { IndexName } from '../../shared/table/keys.ts'
import { usesOf } from './uses.ts'

const floors = ['CALLING_RULES_FLOOR', 'REQUIRE_CONSENT_FLOOR'] as const

/**
 * Permissions of each service method in AWS, and no more. A method without a line does not compile;
 * a method that changes its requests must change its line. A transaction needs the permissions of
 * its writes: PutItem, UpdateItem, DeleteItem, ConditionCheckItem.
 */
const grants: Record<Exclude<GrantedUse, QueueUse>, Grant> = {
  'accounts.allowCountries': { table: ['UpdateItem'] },
  'accounts.concurrency': { table: ['GetItem'], settings: ['CARRIER_CALLS_PER_SECOND', 'LIVE_CALLS_PER_USER'] },
  'accounts.cover': {
    table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    settings: ['LIVE_CALLS_PER_USER', 'OVERDRAFT'],
  },
  'accounts.means': { table: ['GetItem'], settings: ['CALL_COUNTRIES', 'LIVE_CALLS_PER_USER', 'OVERDRAFT'] },
  'accounts.release': { table: ['DeleteItem', 'GetItem', 'UpdateItem'] },
  'accounts.resume': { table: ['UpdateItem'] },
  'accounts.suspend': { table: ['GetItem', 'Query', 'UpdateItem'] },
  'assistants.change': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'assistants.create': { table: ['PutItem', 'UpdateItem'] },
  'assistants.find': { table: ['GetItem'] },
  'assistants.findByUuid': { table: ['GetItem'] },
  'assistants.list': { table: ['Query'] },
  'assistants.page': { table: ['Query'] },
  'assistants.remove': { table: ['DeleteItem', 'GetItem', 'UpdateItem'] },
  'assistants.replace': { table: ['PutItem', 'UpdateItem'] },
  'assistants.publish': { table: ['DeleteItem', 'PutItem', 'UpdateItem'] },
  'assistantDrafts.find': { table: ['GetItem'] },
  'assistantDrafts.remove': { table: ['DeleteItem'] },
  'assistantDrafts.replace': { table: ['ConditionCheckItem', 'PutItem'] },
  'assistantVersions.find': { table: ['GetItem'] },
  'assistantVersions.list': { table: ['Query'] },
  'assistantVersions.settings': { table: ['GetItem'] },
  'rollouts.admit': { table: ['GetItem', 'PutItem'] },
  'rollouts.arms': { table: ['BatchGetItem'] },
  'rollouts.begin': { table: ['DeleteItem', 'PutItem', 'UpdateItem'] },
  'rollouts.count': { table: ['BatchGetItem', 'GetItem', 'PutItem'] },
  'rollouts.end': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'rollouts.find': { table: ['GetItem'] },
  'rollouts.finish': { table: ['PutItem', 'UpdateItem'] },
  'rollouts.prove': { table: ['UpdateItem'] },
  'userData.erase': { table: ['DeleteItem', 'Query'] },
  'userData.page': { table: ['Query'] },
  'blacklist.add': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'blacklist.allowCalls': { table: ['DeleteItem', 'GetItem', 'PutItem'], secret: 'TOOLS' },
  'blacklist.allowTexts': { table: ['DeleteItem', 'GetItem', 'PutItem'], secret: 'TOOLS' },
  'blacklist.findEvent': { table: ['GetItem'] },
  'blacklist.hasLists': { table: ['GetItem'] },
  'blacklist.isOptedOut': { table: ['GetItem'], secret: 'TOOLS' },
  'blacklist.listedOf': { table: ['BatchGetItem', 'GetItem'], secret: 'TOOLS' },
  'blacklist.has': { table: ['GetItem'], secret: 'TOOLS' },
  'blacklist.numbers': { table: ['Query'] },
  'blacklist.page': { table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'] },
  'blacklist.refusesTexts': { table: ['GetItem'], secret: 'TOOLS' },
  'blacklist.remove': { table: ['DeleteItem', 'GetItem', 'PutItem'] },
  'chats.begin': { table: ['PutItem'] },
  'chats.change': { table: ['GetItem', 'PutItem'] },
  'chats.end': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'chats.find': { table: ['GetItem'] },
  'chats.findByUuid': { table: ['GetItem'] },
  'chats.hold': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'chats.ofCustomer': { table: ['GetItem'] },
  'chats.page': { table: ['Query'] },
  'chats.said': { table: ['Query'] },
  'chats.write': { table: ['PutItem'] },
  'callbacks.isGenuineSocket': { secret: 'CARRIER', addresses: ['PUBLIC_URL', 'SOCKET_URL'] },
  'callbacks.read': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'callbacks.trialPost': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'callbacks.trialSocket': { secret: 'CARRIER', addresses: ['PUBLIC_URL', 'SOCKET_URL'] },
  'callbacks.write': { addresses: ['PUBLIC_URL', 'SOCKET_URL'] },
  'callbacks.writeToLeg': { addresses: ['PUBLIC_URL'] },
  'callEvents.told': { table: ['BatchGetItem', 'GetItem', 'Query'] },
  'callingRules.book': { table: ['Query'] },
  'callingRules.find': { table: ['GetItem'] },
  'callingRules.remove': { table: ['DeleteItem', 'GetItem'] },
  'callingRules.replace': { table: ['PutItem'] },
  'callingRules.floor': { settings: floors },
  'callingRules.stageMode': { settings: ['CALLING_RULES', ...floors] },
  'callPages.countByVersion': { table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'] },
  'callPages.page': { table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'] },
  'callTallies.fold': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'] },
  'callTallies.read': { table: ['GetItem', 'Query', 'UpdateItem'] },
  'calls.addLeg': { table: ['GetItem', 'PutItem'] },
  'calls.adopt': { table: ['PutItem'] },
  'callerIds.end': { table: ['DeleteItem', 'UpdateItem'] },
  'callerIds.find': { table: ['GetItem'] },
  'callerIds.mayCall': { table: ['UpdateItem'] },
  'callerIds.noteCode': { table: ['UpdateItem'] },
  'callerIds.open': { table: ['ConditionCheckItem', 'PutItem'] },
  'callerIds.verify': { table: ['PutItem', 'UpdateItem'] },
  'calls.apply': { table: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  'calls.applyIncoming': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'calls.awaitEvaluation': { table: ['UpdateItem'] },
  'calls.charge': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'calls.claimDial': { table: ['ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  'calls.chargeLeg': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'calls.correct': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'calls.details': { table: ['BatchGetItem'] },
  'calls.end': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'calls.expect': { table: ['PutItem', 'UpdateItem'] },
  'calls.evaluate': { table: ['UpdateItem'] },
  'calls.finish': { table: ['PutItem', 'UpdateItem'] },
  'calls.find': { table: ['GetItem'] },
  'calls.keepAnswer': { table: ['UpdateItem'] },
  'calls.keepRecording': { table: ['UpdateItem'] },
  'calls.keepTranscript': { table: ['UpdateItem'] },
  'calls.keepVariables': { table: ['UpdateItem'] },
  'calls.patch': { table: ['GetItem', 'PutItem'] },
  'calls.ofCarrier': { table: ['GetItem'] },
  'calls.noteOptOut': { table: ['PutItem', 'UpdateItem'] },
  'calls.open': { table: ['PutItem', 'UpdateItem'] },
  'calls.patchLeg': { table: ['GetItem', 'PutItem'] },
  'calls.receive': { table: ['PutItem'] },
  'calls.reportLeg': { table: ['GetItem', 'PutItem'] },
  'calls.remove': { table: ['DeleteItem', 'PutItem'] },
  'calls.since': { table: ['Query'] },
  'calls.settleIn': { table: ['GetItem', 'UpdateItem'] },
  'campaigns.change': { table: ['GetItem', 'PutItem'], settings: floors },
  'campaigns.clearAt': { table: ['DeleteItem', 'PutItem'] },
  'campaigns.create': { table: ['PutItem'] },
  'campaigns.find': { table: ['GetItem'], settings: floors },
  'campaigns.findEvenDeleted': { table: ['GetItem'], settings: floors },
  'campaigns.list': { table: ['Query'], settings: floors },
  'campaigns.markDeleted': { table: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem'] },
  'campaigns.remove': { table: ['DeleteItem'] },
  'campaigns.replace': { table: ['BatchGetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'campaigns.sleep': { table: ['ConditionCheckItem', 'UpdateItem'] },
  'campaigns.start': { table: ['ConditionCheckItem', 'PutItem'] },
  'campaigns.stop': { table: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'campaigns.wake': { table: ['PutItem'] },
  'campaigns.wakesAt': { table: ['GetItem'] },
  'carrier.endCall': { secret: 'CARRIER' },
  'carrier.fetchAccount': { secret: 'CARRIER' },
  'carrier.fetchApplication': { secret: 'CARRIER' },
  'carrier.fetchCall': { secret: 'CARRIER' },
  'carrier.fetchLegs': { secret: 'CARRIER' },
  'carrier.fetchNumber': { secret: 'CARRIER' },
  'carrier.searchNumbers': { secret: 'CARRIER' },
  'carrier.buyNumber': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'carrier.fetchCallerId': { secret: 'CARRIER' },
  'carrier.forgetCallerId': { secret: 'CARRIER' },
  'carrier.verifyCallerId': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'carrier.pointNumber': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'carrier.releaseNumber': { secret: 'CARRIER' },
  'carrier.fetchRecording': { secret: 'CARRIER' },
  'carrier.fetchUsageTriggers': { secret: 'CARRIER' },
  'carrier.listCalls': { secret: 'CARRIER' },
  'carrier.listMessages': { secret: 'CARRIER' },
  'carrier.lookUpCalls': { secret: 'CARRIER' },
  'carrier.lookUpMessages': { secret: 'CARRIER' },
  'carrier.placeCall': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'carrier.redirectCall': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'carrier.sendMessage': { secret: 'CARRIER', addresses: ['PUBLIC_URL'] },
  'consents.find': { table: ['GetItem'] },
  'consents.page': { table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'] },
  'consents.record': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'consents.standings': { table: ['BatchGetItem'] },
  'consents.withdraw': { table: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'conversations.begin': { table: ['PutItem'] },
  'conversations.change': { table: ['GetItem', 'PutItem'] },
  'conversations.connect': { table: ['GetItem', 'PutItem'] },
  'conversations.find': { table: ['GetItem'] },
  'conversations.isCurrent': { table: ['GetItem'] },
  'conversations.keep': { table: ['PutItem'] },
  'conversations.ofConnection': { table: ['GetItem'] },
  'conversations.recent': { table: ['Query'] },
  'conversations.remove': { table: ['DeleteItem', 'Query'] },
  'conversations.say': { table: ['UpdateItem'] },
  'conversations.utterances': { table: ['GetItem', 'Query'] },
  'deadlines.past': { indexes: ['due'] },
  'deadlines.resting': { indexes: ['due'] },
  'deliveries.change': { table: ['GetItem', 'PutItem'] },
  'deliveries.find': { table: ['GetItem'] },
  'deliveries.page': { table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'] },
  'deliveries.recording': { table: ['PutItem'] },
  'deliveries.release': { table: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  'dialSlots.give': {
    table: ['DeleteItem', 'GetItem', 'PutItem', 'Query'],
    settings: ['CARRIER_CALLS_PER_SECOND'],
  },
  'dialSlots.join': { table: ['GetItem', 'PutItem'] },
  'dialSlots.take': { table: ['GetItem', 'PutItem'], settings: ['CARRIER_CALLS_PER_SECOND'] },
  'dialSlots.takeAhead': { table: ['GetItem', 'PutItem'], settings: ['CARRIER_CALLS_PER_SECOND'] },
  'dialling.read': { table: ['GetItem'], settings: ['DIALLING', 'STALE_CALL_MINUTES'] },
  'dialling.start': { table: ['UpdateItem'], settings: ['DIALLING'] },
  'dialling.stop': { table: ['UpdateItem'] },
  'dialCounts.of': { table: ['BatchGetItem'], secret: 'TOOLS' },
  'dataExports.advance': { table: ['PutItem', 'UpdateItem'] },
  'dataExports.begin': { table: ['PutItem', 'UpdateItem'] },
  'dataExports.find': { table: ['GetItem'] },
  'dataExports.retire': { table: ['PutItem', 'UpdateItem'] },
  'dials.asking': { table: ['BatchGetItem', 'Query'] },
  'dials.cancel': { table: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  'dials.claim': { table: ['ConditionCheckItem', 'PutItem'] },
  'dials.ended': { table: ['Query'] },
  'dials.reserve': { table: ['PutItem', 'UpdateItem'] },
  'dials.taken': { table: ['Query'] },
  'documentReader.read': {},
  'documents.begin': { table: ['ConditionCheckItem', 'UpdateItem'] },
  'documents.clear': { table: ['DeleteItem', 'Query', 'UpdateItem'] },
  'documents.create': { table: ['PutItem', 'UpdateItem'] },
  'documents.fail': { table: ['ConditionCheckItem', 'UpdateItem'] },
  'documents.find': { table: ['GetItem'] },
  'documents.list': { table: ['Query'] },
  'documents.remove': { table: ['DeleteItem', 'GetItem', 'UpdateItem'] },
  'documents.rename': { table: ['UpdateItem'] },
  'embeddings.open': { secret: 'MODEL' },
  'eventWebhooks.find': { table: ['GetItem'] },
  'eventWebhooks.set': { table: ['DeleteItem', 'PutItem'] },
  'eventWebhooks.switchOff': { table: ['DeleteItem'] },
  'evidence.blocks': { table: ['Query'] },
  'evidence.contents': { table: ['BatchGetItem'] },
  'evidence.goOn': { table: ['PutItem', 'Query'], settings: ['EVIDENCE_YEARS'] },
  'evidence.head': { table: ['Query'] },
  'evidence.keptDays': { settings: ['EVIDENCE_YEARS'] },
  'evidence.link': {
    table: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    settings: ['EVIDENCE_YEARS'],
  },
  'evidence.ofCall': { table: ['Query'] },
  'evidence.record': { table: ['PutItem'] },
  'evidence.unlinked': { indexes: ['due'] },
  'evidenceExports.advance': { table: ['PutItem', 'UpdateItem'] },
  'evidenceExports.begin': { table: ['PutItem', 'UpdateItem'] },
  'evidenceExports.find': { table: ['GetItem'] },
  'evidenceExports.retire': { table: ['PutItem', 'UpdateItem'] },
  'evidenceHeads.keep': { heads: ['PutObject'], addresses: ['HEADS_URL'] },
  'evidenceHeads.newest': { heads: ['ListBucket'], addresses: ['HEADS_URL'] },
  'evidenceHeads.next': { heads: ['ListBucket'], addresses: ['HEADS_URL'] },
  'evidenceHeads.page': { heads: ['GetObject', 'ListBucket'], addresses: ['HEADS_URL'] },
  'evidenceKeys.keep': { table: ['PutItem'] },
  'evidenceKeys.list': { table: ['Query'] },
  'evidenceSigner.key': { secret: 'TOOLS', signs: true },
  'evidenceSigner.sign': { secret: 'TOOLS', signs: true },
  'exportFiles.begin': { recordings: ['PutObject'], addresses: ['RECORDINGS_URL'] },
  'exportFiles.complete': { recordings: ['GetObject', 'PutObject'], addresses: ['RECORDINGS_URL'] },
  'exportFiles.link': { recordings: ['GetObject'], addresses: ['RECORDINGS_URL'] },
  'exportFiles.put': { recordings: ['PutObject'], addresses: ['RECORDINGS_URL'] },
  'exportFiles.remove': { recordings: ['AbortMultipartUpload', 'DeleteObject'], addresses: ['RECORDINGS_URL'] },
  'histories.compare': { table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'] },
  'histories.progress': { table: ['GetItem', 'Query'] },
  'histories.rebuild': { table: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'] },
  'histories.waitingSince': { table: ['GetItem', 'Query'] },
  'histories.seal': {
    table: ['BatchGetItem', 'BatchWriteItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
  },
  'sealing.setDeadline': { table: ['ConditionCheckItem', 'GetItem', 'UpdateItem'] },
  'sealing.sendFor': { table: ['ConditionCheckItem', 'GetItem', 'UpdateItem'], queue: 'sealHistoryQueue' },
  'idempotency.begin': { table: ['PutItem', 'UpdateItem'] },
  'idempotency.finish': { table: ['UpdateItem'] },
  'idempotency.forget': { table: ['DeleteItem'] },
  'knowledgebases.create': { table: ['PutItem', 'UpdateItem'] },
  'knowledgebases.find': { table: ['GetItem'] },
  'knowledgebases.forgetSpare': { table: ['ConditionCheckItem', 'UpdateItem'] },
  'knowledgebases.list': { table: ['Query'] },
  'knowledgebases.markDeleted': { table: ['UpdateItem'] },
  'knowledgebases.publish': { table: ['ConditionCheckItem', 'UpdateItem'] },
  'knowledgebases.remove': { table: ['ConditionCheckItem', 'DeleteItem'] },
  'knowledgebases.rename': { table: ['UpdateItem'] },
  'knowledgebases.reserve': { table: ['ConditionCheckItem', 'UpdateItem'] },
  'knowledgebases.unfinished': { table: ['Query'] },
  'knowledgeStore.load': { knowledge: ['GetObject'], addresses: ['RECORDINGS_URL'] },
  'knowledgeStore.has': { knowledge: ['GetObject'], addresses: ['RECORDINGS_URL'] },
  'knowledgeStore.passages': { knowledge: ['GetObject'], addresses: ['RECORDINGS_URL'] },
  'knowledgeStore.put': { knowledge: ['PutObject'], addresses: ['RECORDINGS_URL'] },
  'knowledgeStore.remove': { knowledge: ['DeleteObject'], addresses: ['RECORDINGS_URL'] },
  'knowledgeStore.uploadForm': { knowledge: ['PutObject'], addresses: ['RECORDINGS_URL'] },
  'knowledgeWork.claim': { table: ['GetItem', 'UpdateItem'] },
  'knowledgeWork.finish': { table: ['UpdateItem'] },
  'knowledgeWork.release': { table: ['UpdateItem'] },
  'leadImports.advance': { table: ['PutItem', 'UpdateItem'] },
  'leadImports.begin': { table: ['PutItem', 'UpdateItem'] },
  'leadImports.find': { table: ['GetItem'] },
  'leadImports.list': { table: ['Query'] },
  'leadImports.retire': { table: ['PutItem'] },
  'leads.anyWaiting': { table: ['Query'], indexes: ['queue'] },
  'leads.change': { table: ['GetItem', 'PutItem'] },
  'leadPages.counts': {
    table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'],
    indexes: ['queue'],
  },
  'leads.create': { table: ['PutItem', 'UpdateItem'] },
  'leads.createMany': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'leads.due': { table: ['BatchGetItem'], indexes: ['queue'] },
  'leads.dueCounts': { indexes: ['queue'] },
  'leads.find': { table: ['GetItem'] },
  'leads.hasPlace': { table: ['GetItem'] },
  'leads.holdLists': { table: ['PutItem'] },
  'leads.releaseLists': { table: ['DeleteItem'] },
  'leads.notePlaces': { table: ['BatchGetItem', 'PutItem'] },
  'leads.places': { table: ['Query'] },
  'leads.dueTimes': { indexes: ['queue'] },
  'leads.outlook': { indexes: ['queue'] },
  'leadPages.page': {
    table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'],
    indexes: ['phone'],
  },
  'leads.remove': { table: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
  'leads.removeSome': { table: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query'], indexes: ['queue'] },
  'leads.replace': { table: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
  'leads.settleIn': { table: ['GetItem', 'UpdateItem'] },
  'leadPages.standings': {
    table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'],
    indexes: ['queue'],
  },
  'leads.unbar': { table: ['GetItem', 'PutItem'], indexes: ['queue'] },
  'leads.unblockMany': { table: ['GetItem', 'PutItem'], indexes: ['queue'] },
  'leads.keysWith': { indexes: ['phone'] },
  'leads.unblock': { table: ['BatchGetItem', 'GetItem', 'PutItem'], indexes: ['phone'] },
  'leads.withNumbers': { table: ['BatchGetItem'], indexes: ['phone'] },
  'ledger.balance': { table: ['GetItem'] },
  'ledger.move': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'ledger.page': { table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'] },
  'numberDays.since': { table: ['Query'] },
  'numberPauses.pause': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'numberOrders.abandon': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'numberOrders.askAgain': { table: ['UpdateItem'] },
  'numberOrders.complete': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'numberOrders.find': { table: ['GetItem'] },
  'numberOrders.open': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'numbers.adopt': { table: ['ConditionCheckItem', 'PutItem'] },
  'numbers.create': { table: ['PutItem'] },
  'numbers.find': { table: ['GetItem'] },
  'numbers.list': { table: ['Query'] },
  'numbers.notePointed': { table: ['UpdateItem'] },
  'numbers.ownedOf': { table: ['BatchGetItem'] },
  'numbers.ownerOf': { table: ['GetItem'] },
  'numbers.rename': { table: ['UpdateItem'] },
  'optOutQuestions.answer': { table: ['PutItem'] },
  'optOutQuestions.ask': { table: ['GetItem', 'PutItem'] },
  'optOutQuestions.count': { table: ['UpdateItem'] },
  'optOutQuestions.find': { table: ['GetItem'] },
  'optOutQuestions.postpone': { table: ['UpdateItem'] },
  'optOutQuestions.start': { table: ['Query', 'UpdateItem'] },
  'people.erase': {
    table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
    secret: 'TOOLS',
  },
  'people.forgetDeliveries': { table: ['BatchGetItem', 'DeleteItem', 'PutItem'] },
  'people.isOnCall': { table: ['Query'] },
  'people.page': { table: ['Query'] },
  'people.tell': { table: ['GetItem'] },
  'personWorks.advance': { table: ['PutItem', 'UpdateItem'] },
  'personWorks.begin': { table: ['PutItem', 'UpdateItem'] },
  'personWorks.find': { table: ['GetItem'] },
  'personWorks.retire': { table: ['PutItem', 'UpdateItem'] },
  'publicApi.ask': { addresses: ['PUBLIC_URL'] },
  'publicApi.isOwnOrigin': { addresses: ['PUBLIC_URL'] },
  'publicApi.tools': { agentTools: true },
  'rateLimit.enter': { table: ['UpdateItem'] },
  'rateLimit.leave': { table: ['UpdateItem'] },
  'rateLimit.seen': { table: ['GetItem'] },
  'rateLimit.take': { table: ['UpdateItem'] },
  'realtime.accept': { secret: 'MODEL', addresses: ['PUBLIC_URL'] },
  'realtime.address': { secret: 'MODEL' },
  'realtime.attach': { secret: 'MODEL' },
  'realtime.isGenuine': { secret: 'MODEL' },
  'realtime.reject': { secret: 'MODEL' },
  'recordings.keep': { recordings: ['PutObject'], addresses: ['RECORDINGS_URL'] },
  'recordings.link': { recordings: ['GetObject'], addresses: ['RECORDINGS_URL'] },
  'recordings.remove': { recordings: ['DeleteObject'], addresses: ['RECORDINGS_URL'] },
  'replays.claim': { table: ['ConditionCheckItem', 'GetItem', 'PutItem'] },
  'replays.conclude': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'replays.find': { table: ['GetItem'] },
  'replays.findCall': { table: ['GetItem'] },
  'replays.giveUp': { table: ['ConditionCheckItem', 'GetItem', 'PutItem'] },
  'replays.list': { table: ['Query'] },
  'replays.lookAgainAt': { table: ['UpdateItem'] },
  'replays.open': {
    table: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
  },
  'replays.played': { table: ['Query'] },
  'replays.record': { table: ['ConditionCheckItem', 'PutItem'] },
  'replays.takeCalls': { table: ['UpdateItem'] },
  'siteReader.read': {},
  'simulations.claim': { table: ['ConditionCheckItem', 'GetItem', 'PutItem'] },
  'simulations.conclude': { table: ['DeleteItem', 'Query', 'UpdateItem'] },
  'simulations.find': { table: ['GetItem'] },
  'simulations.finish': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'simulations.freePlace': { table: ['BatchGetItem'] },
  'simulations.giveUp': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'simulations.list': { table: ['Query'] },
  'simulations.lookAgainAt': { table: ['UpdateItem'] },
  'simulations.open': {
    table: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
  },
  'simulations.runs': { table: ['Query'] },
  'simulations.takeRuns': { table: ['UpdateItem'] },
  'suppressionLists.advance': { table: ['PutItem', 'UpdateItem'] },
  'suppressionLists.begin': { table: ['PutItem', 'UpdateItem'] },
  'suppressionLists.clear': { table: ['DeleteItem', 'Query'] },
  'suppressionLists.entries': { table: ['Query'] },
  'suppressionLists.find': { table: ['GetItem'] },
  'suppressionLists.head': { table: ['GetItem'] },
  'suppressionLists.imports': { table: ['Query'] },
  'suppressionLists.putInForce': { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  'suppressionLists.remove': { table: ['GetItem', 'PutItem'] },
  'suppressionLists.watch': { table: ['PutItem'] },
  'suppressionLists.write': { table: ['BatchWriteItem'] },
  'knowledgeStore.read': { knowledge: ['GetObject'], addresses: ['RECORDINGS_URL'] },
  'sms.apply': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'sms.around': { table: ['Query'] },
  'sms.claim': { table: ['ConditionCheckItem', 'UpdateItem'] },
  'sms.find': { table: ['GetItem'] },
  'sms.isUsual': { table: ['UpdateItem'] },
  'sms.open': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'sms.page': { table: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query', 'UpdateItem'] },
  'sms.record': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'sms.since': { table: ['Query'] },
  'sms.takeForCall': { table: ['UpdateItem'] },
  'subscriptions.leave': { table: ['UpdateItem'] },
  'subscriptions.remove': { table: ['DeleteItem'] },
  'subscriptions.renew': { table: ['ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  'subscriptions.suspend': { table: ['UpdateItem'] },
  'sockets.close': { manageConnections: true, addresses: ['PUBLIC_URL', 'SOCKET_URL'] },
  'sockets.isOpen': { manageConnections: true, addresses: ['PUBLIC_URL', 'SOCKET_URL'] },
  'sockets.read': {},
  'sockets.send': { manageConnections: true, addresses: ['PUBLIC_URL', 'SOCKET_URL'] },
  'talkFunctions.wake': { wakes: ['answer-call', 'open-conversation', 'receive-frame'] },
  'talkModel.evaluate': { secret: 'MODEL', askModels: true },
  'talkModel.judge': { secret: 'MODEL', askModels: true },
  'talkModel.prepare': { secret: 'MODEL' },
  'talkModel.talk': { secret: 'MODEL', askModels: true },
  'talkTurns.settle': { table: ['UpdateItem'] },
  'talkTurns.take': { table: ['UpdateItem'] },
  'tokens.create': { table: ['ConditionCheckItem', 'PutItem'] },
  'tokens.issue': { table: ['ConditionCheckItem', 'DeleteItem', 'PutItem'] },
  'tokens.find': { table: ['GetItem'] },
  'tokens.list': { table: ['Query'] },
  'tokens.noteUse': { table: ['UpdateItem'] },
  'tokens.remove': { table: ['ConditionCheckItem', 'DeleteItem'] },
  'tokens.resume': { table: ['Query', 'UpdateItem'] },
  'tokens.revoke': { table: ['UpdateItem'] },
  'tokens.suspend': { table: ['Query', 'UpdateItem'] },
  'toolCalls.claim': { table: ['UpdateItem'] },
  'toolCalls.end': { table: ['UpdateItem'] },
  'toolCalls.find': { table: ['GetItem'] },
  'toolCalls.list': { table: ['Query'] },
  'toolCalls.start': { table: ['PutItem'] },
  'toolClient.send': {},
  'tools.create': { table: ['PutItem', 'UpdateItem'] },
  'tools.find': { table: ['GetItem'] },
  'tools.findMany': { table: ['BatchGetItem'] },
  'tools.list': { table: ['Query'] },
  'tools.remove': { table: ['DeleteItem', 'UpdateItem'] },
  'tools.replace': { table: ['PutItem'] },
  'tools.secret': { table: ['GetItem'] },
  'unsignedHeads.page': { table: ['Query'] },
  'unsignedHeads.signed': { table: ['DeleteItem'] },
  'users.close': { table: ['UpdateItem'] },
  'users.create': { table: ['PutItem'] },
  'users.find': { table: ['GetItem'] },
  'users.keepFor': { table: ['UpdateItem'] },
  'users.list': { table: ['Query'] },
  'vault.open': { secret: 'TOOLS' },
  'vault.seal': { secret: 'TOOLS' },
  'visits.call': { table: ['UpdateItem'], secret: 'TOOLS' },
  'visits.begin': { table: ['UpdateItem'], secret: 'TOOLS' },
  'visits.write': { table: ['UpdateItem'], secret: 'TOOLS' },
  'voices.create': { table: ['PutItem'] },
  'voices.find': { table: ['GetItem'] },
  'voices.list': { table: ['Query'] },
  'webTokens.open': { secret: 'CARRIER' },
  'webhookClient.ask': {},
  'webhookEndpoints.acquireSlot': { table: ['UpdateItem'] },
  'webhookEndpoints.appoint': { table: ['UpdateItem'] },
  'webhookEndpoints.dismiss': { table: ['UpdateItem'] },
  'webhookEndpoints.firstInLine': { table: ['Query'] },
  'webhookEndpoints.leaveLine': { table: ['DeleteItem'] },
  'webhookEndpoints.resume': { table: ['UpdateItem'] },
  'webhookEndpoints.releaseSlot': { table: ['GetItem', 'UpdateItem'] },
  'webhookEndpoints.standInLine': { table: ['PutItem'] },
  'webhookSecrets.current': { table: ['GetItem'] },
  'webhookSecrets.ensure': { table: ['GetItem', 'PutItem'] },
  'webhookSecrets.give': { table: ['PutItem'] },
  'webhookSecrets.rotate': { table: ['GetItem', 'PutItem'] },
  'workerShares.release': { table: ['DeleteItem'] },
  'workerShares.take': { table: ['PutItem', 'Query'] },
}

/** The actions of DynamoDB that our table knows how to ask for. */
export type TableAction =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem'

/** The setting that says where a secret is continues with `_SECRET_ARN`. */
export type SecretName = 'CARRIER' | 'MODEL' | 'TOOLS'

/**
 * Settings that hold an address of our own: where requests and callbacks arrive, where
 * conversations do, and recordings and signed heads lie.
 */
export const addresses = ['PUBLIC_URL', 'SOCKET_URL', 'RECORDINGS_URL', 'HEADS_URL'] as const
export type Address = (typeof addresses)[number]

/** The deployer's choices, and what follows from them, by the name of the setting. */
export const chosenSettings = [
  'CALL_COUNTRIES',
  'CALLING_RULES',
  'CARRIER_CALLS_PER_SECOND',
  'DIALLING',
  'EVIDENCE_YEARS',
  'LIVE_CALLS_PER_USER',
  'OVERDRAFT',
  'STALE_CALL_MINUTES',
  'CALLING_RULES_FLOOR',
  'REQUIRE_CONSENT_FLOOR',
] as const
export type ChosenSetting = (typeof chosenSettings)[number]

interface Grant {
  /** Actions on the table itself. */
  table?: readonly TableAction[]
  /** Indexes that are queried. */
  indexes?: readonly IndexName[]
  secret?: SecretName
  /** The public address of the API. */
  addresses?: readonly Address[]
  settings?: readonly ChosenSetting[]
  /** Actions on the objects of the recordings' bucket. */
  recordings?: readonly ('AbortMultipartUpload' | 'DeleteObject' | 'GetObject' | 'PutObject')[]
  /** Actions on what of it belongs to knowledge bases. */
  knowledge?: readonly ('DeleteObject' | 'GetObject' | 'PutObject')[]
  /** Actions on the bucket of signed heads. */
  heads?: readonly ('GetObject' | 'ListBucket' | 'PutObject')[]
  /** Sends on the conversations' sockets, or closes them. */
  manageConnections?: true
  /** Asks models on Bedrock in its own name. */
  askModels?: true
  /** Functions that it has started, by their operations. */
  wakes?: readonly string[]
  /** Signs with the key of evidence, where the stage has one in KMS. */
  signs?: true
  /** Has the tools of agents in its bundle. */
  agentTools?: true
  /** The queue that it sends to. */
  queue?: QueueName
}

type QueueName = Extract<keyof Granted, `${string}Queue`>
type QueueUse = Extract<GrantedUse, `${QueueName}.${string}`>

const sorted = <T extends string>(names: readonly T[]): T[] => [...new Set(names)].sort()

/** Permissions of an operation's function, over all its uses; every list is sorted. */
export interface Needs {
  table: string[]
  indexes: IndexName[]
  secrets: SecretName[]
  addresses: Address[]
  settings: ChosenSetting[]
  /** The queues it sends to, by service name. */
  queues: string[]
  recordings: string[]
  knowledge: string[]
  heads: string[]
  manageConnections: boolean
  askModels: boolean
  wakes: string[]
  agentTools: boolean
  signs: boolean
}

export const needsOf = (operation: Operation): Needs => {
  const uses = usesOf(operation)
  const granted = uses.flatMap((use) => (isFree(use) || isQueueUse(use) ? [] : [grants[use]]))
  return {
    table: sorted(granted.flatMap(({ table = [] }) => table)),
    indexes: sorted(granted.flatMap(({ indexes = [] }) => indexes)),
    secrets: sorted(granted.flatMap(({ secret }) => secret ?? [])),
    addresses: sorted([...granted.flatMap((grant) => grant.addresses ?? []), ...addressesOf(operation)]),
    settings: sorted(granted.flatMap(({ settings = [] }) => settings)),
    queues: sorted([...uses.filter(isQueueUse).map(serviceOf), ...granted.flatMap(({ queue }) => queue ?? [])]),
    recordings: sorted(granted.flatMap(({ recordings = [] }) => recordings)),
    knowledge: sorted(granted.flatMap(({ knowledge = [] }) => knowledge)),
    heads: sorted(granted.flatMap(({ heads = [] }) => heads)),
    manageConnections: granted.some(({ manageConnections }) => manageConnections),
    askModels: granted.some(({ askModels }) => askModels),
    wakes: sorted(granted.flatMap(({ wakes = [] }) => wakes)),
    agentTools: granted.some(({ agentTools }) => agentTools),
    signs: granted.some(({ signs }) => signs),
  }
}

/** Functions that another one has started, by their operations. */
export const wokenFunctions: readonly string[] = sorted(Object.values(grants).flatMap(({ wakes = [] }: Grant) => wakes))

/** A page that plays recordings names their address, and fetches none of them itself. */
const addressesOf = (operation: Operation): Address[] =>
  operation.kind === 'asset' && operation.playsRecordings ? ['RECORDINGS_URL'] : []

/** The service that a use speaks of: `calls.find` → `calls`. */
export const serviceOf = (use: Use): string => use.split('.')[0] ?? use

/** Does it need no permission, and no way to be made? */
export const isFree = (use: Use): use is keyof Free => !use.includes('.')

const isQueueUse = (use: Use): use is QueueUse => serviceOf(use).endsWith('Queue')
