import type { Refusal } from '../../words/refusal.ts'

/**
 * Kind of a Twilio error code (https://www.twilio.com/docs/api/errors). Codes that `rows` lacks are
 * classified by `families`, then by HTTP status.
 */
type Sort =
  | 'recipient'
  | 'recipient for good'
  | 'recipient opted out'
  | 'country'
  | 'our_number'
  | 'account'
  | 'account, may pass'
  | 'rate'
  | 'ours'

const rows: readonly (readonly [code: number, sort: Sort, meaning: string])[] = [
  [10001, 'account, may pass', 'The account at the carrier is not active.'],
  [10002, 'account', 'A trial account at the carrier may not do this.'],
  [10003, 'account, may pass', 'The account at the carrier is not active.'],
  [10004, 'rate', 'The account at the carrier has as many calls as it may have at a time.'],
  [10005, 'account', 'Voice calls are switched off for the account at the carrier.'],
  [20001, 'ours', 'The request had a parameter that the carrier does not know.'],
  [20002, 'ours', 'The request named a wrong friendly name.'],
  [20003, 'account, may pass', 'The carrier does not accept our credentials.'],
  [20004, 'ours', 'The carrier does not allow this method.'],
  [20005, 'account, may pass', 'The account at the carrier is not active.'],
  [20006, 'account, may pass', 'The carrier denies our account access.'],
  [20007, 'ours', 'The request asked for too large a page.'],
  [20008, 'account, may pass', 'Our credentials are good for tests only.'],
  [20009, 'ours', 'The carrier is not done with the record yet.'],
  [20010, 'account', 'The carrier switched this off for our account.'],
  [20011, 'ours', 'The request used a TLS version that the carrier does not accept.'],
  [20012, 'ours', 'The request used a TLS cipher that the carrier does not accept.'],
  [20101, 'account, may pass', 'The carrier does not accept our access token.'],
  [20102, 'account, may pass', 'The header of our access token is wrong.'],
  [20103, 'account, may pass', 'The issuer of our access token is wrong.'],
  [20104, 'account, may pass', 'Our access token has expired.'],
  [20105, 'account, may pass', 'Our access token is not valid yet.'],
  [20106, 'account, may pass', 'The grants of our access token are wrong.'],
  [20107, 'account, may pass', 'The signature of our access token is wrong.'],
  [20151, 'account, may pass', 'The carrier could not authenticate us.'],
  [20152, 'account, may pass', 'The header of our access token is wrong.'],
  [20153, 'account, may pass', 'The issuer of our access token is wrong.'],
  [20154, 'account, may pass', 'The claims of our access token are wrong.'],
  [20155, 'account, may pass', 'Our access token expires too late.'],
  [20156, 'account, may pass', 'Our access token has expired.'],
  [20157, 'account, may pass', 'Our access token is valid for too long.'],
  [20159, 'account, may pass', 'The signature of our access token is wrong.'],
  [20160, 'account, may pass', 'The carrier does not accept our access token.'],
  [20162, 'rate', 'Another request changes the same record at the carrier.'],
  [20403, 'account, may pass', 'The carrier forbids this to our account.'],
  [20404, 'account, may pass', 'The carrier does not know our account.'],
  [20409, 'rate', 'Another request to the carrier was in the way.'],
  [20410, 'ours', 'The carrier no longer has what the request asked for.'],
  [20413, 'ours', 'The request was too large for the carrier.'],
  [20422, 'ours', 'The request had a wrong parameter.'],
  [20423, 'ours', 'The request named a wrong record.'],
  [20426, 'ours', 'The carrier wants another protocol.'],
  [20429, 'rate', 'The carrier takes no more requests at the moment.'],
  [20500, 'rate', 'The carrier had an internal error.'],
  [20503, 'rate', 'The carrier is out of service at the moment.'],
  [20504, 'rate', 'The carrier had an internal error.'],
  [21470, 'account, may pass', 'The account that we name is wrong.'],
  [21471, 'account, may pass', 'The account that we name does not exist at the carrier.'],
  [21472, 'account, may pass', 'The account at the carrier is not active.'],
  [86008, 'rate', 'The carrier takes no more calls at the moment.'],
  [90010, 'account, may pass', 'The account at the carrier is not active.'],

  [21201, 'ours', 'The request named no number to call.'],
  [21202, 'recipient for good', 'The number is a premium-rate number, which the carrier does not call.'],
  [21203, 'country', 'The account at the carrier may not call abroad.'],
  [21204, 'ours', 'The call was begun already.'],
  [21205, 'ours', 'The request had a wrong address for instructions.'],
  [21206, 'ours', 'The request had wrong keys to press.'],
  [21207, 'ours', 'The request had a wrong setting for answering machines.'],
  [21208, 'ours', 'The request had a wrong time to ring.'],
  [21209, 'ours', 'The request had a wrong method.'],
  [21210, 'our_number', 'The account at the carrier may not call from this number: it is not verified.'],
  [21211, 'recipient for good', 'The number is not a valid phone number.'],
  [21212, 'our_number', 'The number that we call or text from is not valid at the carrier.'],
  [21213, 'ours', 'The request named no number to call from.'],
  [21214, 'recipient for good', 'The carrier cannot reach the number.'],
  [21215, 'country', 'The account at the carrier may not call this country or range of numbers.'],
  [21216, 'country', 'The carrier blocks calls to this number.'],
  [21217, 'recipient for good', 'The number does not look like a phone number.'],
  [21218, 'ours', 'The request named a wrong application.'],
  [21219, 'account', 'A trial account at the carrier may call verified numbers only.'],
  [21220, 'ours', 'The call is not in a state that allows this.'],
  [21221, 'ours', 'The SIP user name is too long.'],
  [21222, 'ours', 'The SIP user name has wrong characters.'],
  [21223, 'ours', 'The SIP password is too long.'],
  [21224, 'ours', 'The SIP password has wrong characters.'],
  [21225, 'ours', 'The request had a SIP user name without a password.'],
  [21226, 'account', 'SIP calls are switched off for the account at the carrier.'],
  [21227, 'ours', 'The SIP headers are too long.'],
  [21228, 'ours', 'The name of a SIP header has wrong characters.'],
  [21229, 'ours', 'The value of a SIP header has wrong characters.'],
  [21234, 'ours', 'The request had a wrong setting for answering machines.'],
  [21262, 'ours', 'The request had no address for reports about answering machines.'],
  [21263, 'ours', 'The request had wrong parameters for answering machines.'],
  [21264, 'our_number', 'The number that we call or text from is not verified at the carrier.'],
  [21265, 'recipient for good', 'The number is a short code.'],
  [21266, 'recipient for good', 'The number is the same that we call or text from.'],
  [21267, 'account', 'A trial account at the carrier may not use a name as the sender.'],
  [21268, 'recipient for good', 'The number is a premium-rate or information service.'],
  [21300, 'ours', 'The request named a wrong trunk.'],
  [21420, 'ours', 'The application that the request names is out of reach.'],
  [21502, 'ours', 'The request had a wrong address for reports.'],
  [22001, 'recipient', 'The call timed out before the carrier could complete it.'],
  [22005, 'rate', 'The queue of calls at the carrier is full.'],

  [21401, 'our_number', 'The number that we text from is not valid at the carrier.'],
  [21402, 'ours', 'The request had a wrong address.'],
  [21403, 'ours', 'The request had a wrong method.'],
  [21404, 'account', 'The number is not available to a trial account.'],
  [21407, 'our_number', 'The number that we text from cannot send texts.'],
  [21408, 'country', 'The account at the carrier may not text this country.'],
  [21601, 'our_number', 'The number that we text from cannot send texts.'],
  [21602, 'ours', 'The text was empty.'],
  [21603, 'ours', 'The request named no number to text from.'],
  [21604, 'ours', 'The request named no number to text.'],
  [21605, 'ours', 'The text is too long.'],
  [21606, 'our_number', 'The number that we text from cannot send texts to this number.'],
  [21607, 'account', 'A trial account at the carrier may text from its own test number only.'],
  [21608, 'account', 'A trial account at the carrier may text verified numbers only.'],
  [21609, 'ours', 'The request had a wrong address for reports.'],
  [21610, 'recipient opted out', 'The person has opted out of our texts at the carrier.'],
  [21611, 'rate', 'Too many texts of this sender wait at the carrier.'],
  [21612, 'recipient', 'The carrier cannot send texts from our number to this one.'],
  [21614, 'recipient for good', 'The number is not a mobile number.'],
  [21616, 'our_number', 'The number that we text from is in the account at the carrier twice.'],
  [21617, 'ours', 'The text is too long.'],
  [21618, 'ours', 'The carrier cannot send this text.'],
  [21619, 'ours', 'The text was empty.'],
  [21620, 'ours', 'The address of a picture is wrong.'],
  [21621, 'our_number', 'The number that we text from cannot send pictures.'],
  [21622, 'account', 'The account at the carrier cannot send pictures.'],
  [21623, 'ours', 'The text has too many pictures.'],
  [21624, 'ours', 'The request had a wrong validity period.'],
  [21626, 'ours', 'The request had a wrong list of reports.'],
  [21627, 'ours', 'The request had a wrong maximum price.'],
  [21635, 'recipient for good', 'The number is a landline.'],
  [21652, 'ours', 'The subject is too long.'],
  [21653, 'ours', 'The request had too many recipients.'],
  [21654, 'ours', 'The request named no content.'],
  [21655, 'ours', 'The request named wrong content.'],
  [21656, 'ours', 'The variables of the content are wrong.'],
  [21657, 'our_number', 'The sender is not valid at the carrier.'],
  [21658, 'ours', 'A parameter of the request is too long.'],
  [21659, 'our_number', 'The number that we text from is not one of the carrier, or a short code of another country.'],
  [21660, 'our_number', 'The number that we text from belongs to another account at the carrier.'],
  [21661, 'our_number', 'The number that we text from cannot send texts.'],
  [21701, 'our_number', 'The messaging service of the sender does not exist.'],
  [21702, 'our_number', 'The messaging service of the sender takes no texts.'],
  [21703, 'our_number', 'The messaging service of the sender has no free number.'],
  [21704, 'our_number', 'The messaging service of the sender has no number.'],
  [21705, 'our_number', 'The messaging service of the sender is not valid.'],
  [21708, 'ours', 'The request named no sender.'],
  [21709, 'our_number', 'The sender is not allowed in its messaging service.'],
  [21711, 'our_number', 'The sender does not belong to the messaging service.'],
  [21712, 'our_number', 'The sender belongs to another messaging service.'],
  [21715, 'our_number', 'The sender lacks what its messaging service needs.'],
  [21729, 'our_number', 'The registration of the sender is suspended.'],
  [21730, 'rate', 'The carrier is under maintenance.'],
  [21731, 'our_number', 'The brand of the sender is suspended.'],
  [21900, 'ours', 'The request had a wrong DLT entity.'],
  [21901, 'ours', 'The request had a wrong DLT template.'],
  [21902, 'ours', 'The request had a wrong invoice tag.'],
  [21910, 'ours', 'Sender and recipient are of different channels.'],

  [30001, 'rate', 'The queue of texts at the carrier is full.'],
  [30002, 'account', 'The account at the carrier was suspended before the text was sent.'],
  [30003, 'recipient', 'The phone cannot be reached at the moment.'],
  [30004, 'recipient', 'The phone does not accept the text.'],
  [30005, 'recipient for good', 'The number is unknown or no longer in use.'],
  [30006, 'recipient for good', 'The number is a landline, or its phone company takes no texts.'],
  [30007, 'our_number', 'The text was filtered as unwanted.'],
  [30008, 'recipient', 'The text was not delivered, for an unknown reason.'],
  [30009, 'recipient', 'A part of the text is missing.'],
  [30010, 'ours', 'The text costs more than the request allowed.'],
  [30011, 'recipient', 'The phone cannot receive pictures from our number.'],
  [30012, 'ours', 'The validity period is too short.'],
  [30013, 'ours', 'The validity period is too long.'],
  [30014, 'ours', 'The recipient of the request is wrong.'],
  [30015, 'ours', 'The carrier does not support this channel.'],
  [30016, 'ours', 'Sender and recipient are of different channels.'],
  [30017, 'rate', 'The network of the recipient is congested.'],
  [30018, 'country', 'Texts to this country need a registered sender.'],
  [30019, 'ours', 'The text is too large for the network of the recipient.'],
  [30020, 'rate', 'The carrier failed to schedule the text.'],
  [30021, 'rate', 'The carrier failed to send the text.'],
  [30022, 'rate', 'The sender texts faster than its registration allows.'],
  [30023, 'rate', 'The sender has sent its texts of the day.'],
  [30024, 'our_number', 'The sender is not set up in the network of the recipient.'],
  [30025, 'rate', 'The sender has sent half of its texts of the day.'],
  [30026, 'rate', 'The sender has sent most of its texts of the day.'],
  [30027, 'rate', 'The sender has sent its texts of the day.'],
  [30028, 'ours', 'The request named a wrong version of the API.'],
  [30029, 'ours', 'The request had a wrong content retention.'],
  [30030, 'ours', 'The request had a wrong address retention.'],
  [30031, 'ours', 'The request had a wrong rate.'],
  [30032, 'our_number', 'The toll-free number that we text from is not verified.'],
  [30033, 'our_number', 'The registration of the sender is suspended.'],
  [30034, 'our_number', 'The number that we text from is not registered for texts to the United States.'],
  [30035, 'our_number', 'The number that we text from is still being set up.'],
  [30036, 'recipient', 'The text was not delivered in time.'],
  [30037, 'account', 'The account at the carrier may not send texts.'],
  [30038, 'ours', 'The text was filtered as a one-time password.'],
  [30039, 'ours', 'The text was filtered because two machines seem to answer each other.'],
  [30040, 'country', 'Texts to this country need a registered sender.'],
  [30041, 'our_number', 'The number that we text from is not registered in the country of the recipient.'],
  [30042, 'our_number', 'The name that we text under is not allowed.'],
  [30043, 'our_number', 'The text took a way that is for texts within one country only.'],
  [30044, 'account', 'The text is too long for a trial account at the carrier.'],
  [30045, 'ours', 'The request had a wrong validity period.'],
  [30046, 'recipient', 'No phone confirmed the text.'],
  [30112, 'account, may pass', 'The account that we name does not exist at the carrier.'],
  [30125, 'our_number', 'The number that we text from could not be registered.'],
  [30126, 'our_number', 'The number that we text from could not be registered.'],
  [30400, 'ours', 'The request had wrong parameters.'],
  [30404, 'ours', 'The carrier does not have what the request asked for.'],
  [30409, 'ours', 'The text can no longer be canceled.'],
  [30410, 'rate', 'The network of the recipient did not answer.'],
  [30450, 'recipient', 'The carrier blocks texts to this number.'],
  [30453, 'recipient', 'The text could not be delivered.'],
  [30454, 'rate', 'The account has sent as many texts as it may.'],
  [30485, 'recipient', 'The text could not be delivered.'],
  [30500, 'rate', 'The carrier had an internal error.'],
  [30610, 'recipient', 'The text could not be delivered.'],
  [30615, 'recipient', 'The text could not be delivered.'],
  [30620, 'recipient', 'The text could not be delivered.'],
  [30630, 'recipient opted out', 'The person has opted out of our texts at the carrier.'],
  [30640, 'recipient', 'The text could not be delivered.'],
  [30648, 'country', 'The account at the carrier may not change which countries it texts.'],
  [30700, 'our_number', 'The sender may not use this feature in its region.'],
  [30790, 'rate', 'The carrier had an internal error.'],
  [30791, 'rate', 'The carrier had an internal error.'],
  [35125, 'rate', 'The account has scheduled as many texts as it may.'],
  [63001, 'account', 'The channel did not accept our account.'],
  [63002, 'our_number', 'The channel does not know the sender.'],
  [63003, 'recipient for good', 'The channel does not know the recipient.'],
  [63007, 'our_number', 'The sender has no channel at the carrier.'],
  [63008, 'account', 'The channel is not set up for our account.'],
  [63009, 'rate', 'The channel had an internal error.'],
  [63010, 'rate', 'The carrier had an internal error.'],
  [63012, 'rate', 'The channel had an internal error.'],
  [63014, 'recipient', 'The person blocked our messages.'],
  [63015, 'recipient', 'The person has not joined the test channel.'],
  [63016, 'recipient', 'The person has not written lately, so the channel takes no free text.'],
  [63017, 'rate', 'Too many messages were sent at a time.'],
  [63018, 'rate', 'The channel takes no more messages at the moment.'],
  [63020, 'account', 'The channel did not accept the business account.'],
  [63022, 'our_number', 'The name of the sender has no valid certificate.'],
  [63024, 'recipient for good', 'The recipient cannot receive messages of this channel.'],
  [63026, 'our_number', 'The channel took the sender for an unwanted one.'],
  [63029, 'recipient', 'The phone could not load the message.'],
  [63031, 'recipient for good', 'The number is the same that we call or text from.'],
  [63032, 'recipient', 'The channel does not send this message to this person.'],
  [63033, 'recipient', 'The person is blocked on the channel.'],
  [63035, 'recipient', 'The person may not receive messages of this sender yet.'],
  [63036, 'recipient', 'The phone cannot be reached on this channel at the moment.'],
  [63038, 'rate', 'The account has sent its texts of the day.'],
  [63051, 'account', 'The business account of the channel is locked.'],

  [13201, 'ours', 'The instructions dial from a call that was dialled.'],
  [13210, 'ours', 'The instructions have a wrong method.'],
  [13211, 'ours', 'The instructions have a wrong setting for answering machines.'],
  [13212, 'ours', 'The instructions have a wrong time to ring.'],
  [13213, 'ours', 'The instructions have a wrong key to hang up.'],
  [13214, 'our_number', 'The carrier does not accept the number that we call from.'],
  [13215, 'ours', 'The instructions have a wrong element.'],
  [13216, 'ours', 'The instructions have a wrong time limit.'],
  [13217, 'ours', 'The instructions have a wrong setting for recordings.'],
  [13218, 'ours', 'The instructions have a wrong order of dialling.'],
  [13219, 'ours', 'The instructions have a wrong setting for answering.'],
  [13220, 'ours', 'The instructions have a wrong ring tone.'],
  [13221, 'ours', 'The instructions have a wrong method.'],
  [13222, 'ours', 'The instructions have wrong keys to press.'],
  [13223, 'recipient for good', 'The number is not a valid phone number.'],
  [13224, 'recipient for good', 'The carrier does not call this number, or it is not valid.'],
  [13225, 'country', 'The carrier blocks calls to this number.'],
  [13226, 'recipient for good', 'The country code of the number does not exist.'],
  [13227, 'country', 'The account at the carrier may not call this country or range of numbers.'],
  [13241, 'ours', 'The instructions have a wrong method.'],
  [13242, 'ours', 'The instructions have wrong keys to press.'],
  [13243, 'ours', 'The instructions have a wrong SIP address.'],
  [13244, 'account', 'The account at the carrier may not dial SIP addresses.'],
  [13245, 'ours', 'The instructions are not allowed in this version of the API.'],
  [13246, 'account', 'SIP calls are switched off for the account at the carrier.'],
  [13247, 'our_number', 'The carrier does not accept the number that we call from.'],
  [13248, 'our_number', 'The number that we call from is too long.'],
  [13249, 'ours', 'The instructions have a wrong user name or password.'],
  [13250, 'ours', 'The instructions dial too many addresses.'],
  [13251, 'ours', 'The instructions have too many headers.'],
  [13252, 'ours', 'The instructions have a wrong header.'],
  [13253, 'ours', 'The instructions have a header that is too long.'],
  [13254, 'ours', 'The SIP address of the instructions cannot be resolved.'],
  [13255, 'ours', 'The SIP address of the instructions is not allowed.'],
  [13256, 'ours', 'The address for reports about recordings is wrong.'],
  [13258, 'account', 'The account at the carrier may not dial this in its region.'],
  [13803, 'account', 'The account at the carrier may not text in its region.'],
  [13805, 'account', 'A call of a trial account lasts ten minutes at most.'],
  [12400, 'rate', 'The carrier had an internal error.'],
  [14101, 'recipient for good', 'The number is not a valid phone number.'],
  [14102, 'our_number', 'The number that we text from is not valid at the carrier.'],
  [14107, 'rate', 'Too many texts to one number were asked for at a time.'],
  [14108, 'our_number', 'The number that we text from cannot send texts.'],
  [14111, 'account', 'A trial account at the carrier may text verified numbers only.'],
  [14207, 'rate', 'The queue of calls at the carrier is full.'],
  [15000, 'rate', 'The carrier had an internal error.'],
  [15002, 'rate', 'The call waited too long at the carrier.'],
  [15009, 'rate', 'The carrier had an internal error.'],
  [16010, 'rate', 'The carrier had an internal error.'],
  [16021, 'rate', 'The account at the carrier has as many calls as it may have at a time.'],
  [16110, 'rate', 'The carrier had an internal error.'],
  [17008, 'rate', 'The carrier had an internal error.'],
  [17009, 'rate', 'The carrier had an internal error.'],
  [32001, 'rate', 'The carrier takes no more calls at the moment.'],
  [32005, 'account', 'Voice calls are switched off for the account at the carrier.'],
  [32006, 'recipient', 'The call was passed on too often on its way.'],
  [32007, 'recipient', 'The address has too many phones.'],
  [32008, 'rate', 'The carrier takes no more phones at the moment.'],
  [32009, 'recipient', 'The phone is not registered.'],
  [32010, 'ours', 'The trunk at the carrier has no address.'],
  [32011, 'recipient', 'The network of the recipient failed.'],
  [32012, 'rate', 'The carrier takes no more calls at the moment.'],
  [32013, 'rate', 'The carrier takes no more calls at the moment.'],
  [32014, 'recipient', 'The carrier ended the call because it heard nothing.'],
  [32015, 'recipient', 'The call reached the time limit of the carrier.'],
  [32016, 'recipient', 'The network of the recipient did not answer in time.'],
  [32017, 'recipient', 'The phone company of the recipient blocked the call because of our number.'],
  [32020, 'our_number', 'The signature of the number that we call from is wrong.'],
  [32021, 'recipient', 'The signature of the caller is wrong.'],
  [32022, 'recipient', 'The phone did not confirm the call.'],
  [32100, 'account', 'A trial account at the carrier may call verified numbers only.'],
  [32101, 'recipient for good', 'The number is not a valid phone number.'],
  [32200, 'account', 'The account at the carrier lacks the permission for the call.'],
  [32203, 'country', 'The carrier blocks calls to this number.'],
  [32204, 'our_number', 'The account at the carrier may not call from this number: it is not verified.'],
  [32205, 'country', 'The account at the carrier may not call this country or range of numbers.'],
  [32206, 'our_number', 'The number that we call from is not valid at the carrier.'],
  [32216, 'country', 'The carrier blocks calls to this address.'],
  [32224, 'country', 'The carrier may not pass the call on to this country.'],
]

const families: readonly (readonly [first: number, last: number, sort: Sort, meaning: string])[] = [
  [11100, 11999, 'ours', 'The carrier could not read our instructions or reports.'],
  [12100, 12999, 'ours', 'The carrier could not read our instructions or reports.'],
  [13000, 13999, 'ours', 'Our instructions to the carrier are wrong.'],
  [14100, 14399, 'ours', 'Our instructions to the carrier are wrong.'],
  [15003, 15999, 'ours', 'The carrier could not report about the call.'],
  [16000, 17999, 'ours', 'The carrier could not do this with the call.'],
  [20000, 20099, 'ours', 'The carrier refused the request as wrong.'],
  [20100, 20199, 'account, may pass', 'The carrier does not accept our access token.'],
  [20400, 20499, 'ours', 'The carrier refused the request as wrong.'],
  [21100, 21199, 'account', 'The account at the carrier does not allow this.'],
  [21200, 21399, 'ours', 'The carrier refused the request as wrong.'],
  [21400, 21469, 'our_number', 'The number at the carrier is not set up for this.'],
  [21470, 21499, 'account', 'The account at the carrier does not allow this.'],
  [21500, 21612, 'ours', 'The carrier refused the request as wrong.'],
  [21613, 21615, 'our_number', 'The number at the carrier lacks an address or a certificate.'],
  [21616, 21627, 'ours', 'The carrier refused the request as wrong.'],
  [21628, 21651, 'our_number', 'The number at the carrier lacks an address or a certificate.'],
  [21652, 21661, 'ours', 'The carrier refused the request as wrong.'],
  [21662, 21663, 'our_number', 'The number that we text from may not be used in its region.'],
  [21664, 21667, 'ours', 'The carrier refused the request as wrong.'],
  [21668, 21668, 'our_number', 'The number that we text from may not be used in its region.'],
  [21700, 21799, 'our_number', 'The sender is not registered as texts from it must be.'],
  [21900, 21999, 'ours', 'The carrier refused the request as wrong.'],
  [22100, 22999, 'our_number', 'The number at the carrier is not set up for this.'],
  [23000, 23099, 'ours', 'The settings of the sender at the carrier contradict each other.'],
  [30100, 30140, 'ours', 'The carrier could not shorten a link of the text.'],
  [30400, 30409, 'ours', 'The carrier refused the request as wrong.'],
  [30436, 30599, 'our_number', 'The number that we text from is not verified.'],
  [30640, 30699, 'ours', 'The carrier refused the request as wrong.'],
  [30700, 30999, 'our_number', 'The sender is not registered as texts from it must be.'],
  [32002, 32019, 'ours', 'The carrier refused the address or the instructions of the call.'],
  [32102, 32399, 'ours', 'The carrier refused the address or the instructions of the call.'],
  [35100, 35199, 'ours', 'The request had a wrong schedule.'],
  [63000, 63999, 'ours', 'The channel did not accept the message.'],
  [64000, 64999, 'ours', 'Our instructions to the carrier are wrong.'],
  [90001, 90099, 'ours', 'The carrier refused the request as wrong.'],
  [92000, 92099, 'ours', 'The request named wrong content.'],
]

/**
 * `SipResponseCode` of a failed call. Sources: RFC 3261, section 21; RFC 8197 (607); RFC 8688
 * (608).
 */
const sipRows: typeof rows = [
  [404, 'recipient for good', 'The number is not in use.'],
  [410, 'recipient for good', 'The number is no longer in use.'],
  [484, 'recipient for good', 'The number is incomplete.'],
  [604, 'recipient for good', 'The number does not exist anywhere.'],
  [607, 'recipient for good', 'The person called does not want the call.'],
  [403, 'recipient', 'The network of the recipient refused the call.'],
  [408, 'recipient', 'The network of the recipient did not answer.'],
  [480, 'recipient', 'The phone cannot be reached at the moment.'],
  [488, 'recipient', 'The phone does not understand the call.'],
  [500, 'recipient', 'The network of the recipient failed.'],
  [502, 'recipient', 'The network of the recipient failed.'],
  [503, 'recipient', 'The network of the recipient takes no calls at the moment.'],
  [504, 'recipient', 'The network of the recipient did not answer.'],
  [603, 'recipient', 'The call was declined.'],
  [608, 'recipient', 'The network of the recipient rejected the call as unwanted.'],
]

const refusalOf = ([code, sort, meaning]: (typeof rows)[number]): Refusal => {
  const said = { code, meaning }
  switch (sort) {
    case 'recipient':
      return { ...said, sort }
    case 'recipient for good':
      return { ...said, sort: 'recipient', is_final: true }
    case 'recipient opted out':
      return { ...said, sort: 'recipient', is_final: true, opted_out: true }
    case 'account, may pass':
      return { ...said, sort: 'account', may_pass: true }
    default:
      return { ...said, sort }
  }
}

const indexed = (table: typeof rows) => new Map(table.map((row) => [row[0], refusalOf(row)]))
const knownCodes = indexed(rows)
const knownSip = indexed(sipRows)

const known = (code: number): Refusal | undefined => {
  const own = knownCodes.get(code)
  if (own) return own
  const family = families.find(([first, last]) => first <= code && code <= last)
  return family && refusalOf([code, family[2], family[3]])
}

export const readRefusal = (status: number, code: number | undefined): Refusal => {
  const sorted = code === undefined ? undefined : known(code)
  if (status === 429 && sorted?.sort !== 'rate')
    return { sort: 'rate', code: code ?? status, meaning: 'The carrier takes no more requests at the moment.' }
  if (sorted) return sorted
  const unknown = { code: code ?? status }
  // Twilio answers a create request with 404 if the account does not exist.
  if ([401, 402, 403, 404].includes(status))
    return { ...unknown, sort: 'account', may_pass: true, meaning: 'The carrier does not accept our account.' }
  if (status === 409 || status === 425)
    return { ...unknown, sort: 'rate', meaning: 'Another request to the carrier was in the way.' }
  return { ...unknown, sort: 'ours', meaning: 'The carrier refused the request with a code that is not known here.' }
}

const readCode = (text: string | undefined): number | undefined =>
  text && /^\d{1,7}$/.test(text) && Number(text) > 0 ? Number(text) : undefined

export const readCallFailure = (error_code: string | undefined, sip_code: string | undefined): Refusal | undefined => {
  const code = readCode(error_code)
  const meaning = 'The carrier could not complete the call.'
  if (code !== undefined) return known(code) ?? { sort: 'recipient', code, meaning }
  const sip = readCode(sip_code)
  if (sip === undefined || sip < 400) return undefined
  return knownSip.get(sip) ?? { sort: 'recipient', code: sip, meaning }
}

export const readMessageFailure = (error_code: string | undefined): Refusal | undefined => {
  const code = readCode(error_code)
  if (code === undefined) return undefined
  return known(code) ?? { sort: 'recipient', code, meaning: 'The carrier could not deliver the text.' }
}

export const readRefusalCode = (code: string | number | undefined): number | undefined =>
  readCode(code === undefined ? undefined : String(code))
