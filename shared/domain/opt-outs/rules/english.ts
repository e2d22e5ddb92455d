import type { Rules } from './rules.ts'

export const english: Rules = {
  lists: {
    neg: 'dont donot do_not never dnt',
    adv: `ever please you dare even bother bothering try trying keep keeping continue to go going think about of attempt
      thinking again any freaking bloody damn goddamn you_guys you_people me`,
    verb: `call phone ring text message contact telephone dial bother disturb harass pester spam solicit hassle annoy bug
      sms cold_call robocall`,
    naming: 'call',
    ing: `calling phoning ringing texting messaging contacting telephoning dialing dialling bothering harassing disturbing
      pestering spamming hassling annoying bugging soliciting reaching_out_to cold_calling robocalling`,
    done: 'called contacted phoned texted messaged bothered disturbed rung telephoned solicited harassed robocalled',
    noun: `calls texts messages phonecalls solicitations telemarketing robocalls smses phone_calls text_messages
      sms_messages marketing_calls sales_calls spam_calls call_backs callbacks callback sms cold_calls notifications promotions
      marketing_messages marketing advertising communications communication contact calls_and_texts`,
    me: `me us here this_number my_number our_number this_phone my_phone my_cell my_mobile my_home my_house our_house
      this_line my_line this_house this_household this_address at_this_number on_this_number my_cellphone our_home
      my_family the_house my_work_number any_of_my_numbers this_cell this_mobile`,
    forever: 'again anymore any_more ever never any_longer no_more from_now_on in_future in_the_future',
    after: `again anymore any ever never please at on in for to about with from here and or but because as if i im ive we
      you your this that these those it its my no not ok okay thanks thank thankyou man anyway unless until till before
      after back so out all under once even when while regarding stop just like the_next tomorrow today now tonight later
      another one_more every all_the_time or_text or_contact more than unsolicited without since then sooner only
      constantly over and_over both by_phone by_telephone during between twice repeatedly right you_idiots guys folks
      people dude bro too`,
    remove: `remove delete erase take drop strike scratch scrub get purge wipe cross cut pull clear removing deleting
      taking exclude`,
    mine: `me us my_name our_name my_number our_number my_phone my_cell my_mobile my_phone_number our_phone_number my_cell_number
      my_mobile_number my_telephone_number this_number my_contact my_contacts my_contact_details my_contact_info
      my_contact_information my_details my_info my_information my_data our_details the_number this_phone_number it
      my_email our_information my_record my_records my_entry my_digits my_household my_name_and_number
      my_number_and_name me_and_my_number`,
    list: `list lists database databases system systems record records file files directory register registry call_list
      calling_list mailing_list contact_list phone_list marketing_list books crm contacts data_base calling_lists dialer
      call_sheet distribution_list mailings campaign campaigns phonebook phone_book roster`,
    dnc: `do_not_call do_not_contact dont_call donotcall dnc no_call do_not_text blacklist black_list block_list
      suppression no_contact opt_out do_not_disturb`,
    limit: `before after until till between during while at_work at_night at_the_office at_my_office so_late so_early
      this_late this_early late early too_late too_early sunday* saturday* monday* tuesday* wednesday* thursday* friday* on_weekends
      weekends weekend on_the_weekend in_the_morning mornings in_the_evening evenings in_the_afternoon at_lunch lunchtime
      dinner oclock unless past more_than as_often too_often so_often so_much this_week next_week this_month
      without twice from_a_withheld on_my_lunch when_i in_the_middle over_the_weekend earlier later than sooner weekdays
      from_private from_different about_the about_my about_that about_it about_this regarding for_another at_this_hour
      outside within if_you if_i if_we if_its if_there`,
    now: 'today tonight tomorrow now right_now just_now yet this_morning this_afternoon this_evening at_the_moment',
    self: `ill_call i_will_call we_will_call ill_phone ill_ring ill_text ill_get_back ill_contact ill_be_in_touch
      ill_reach_out i_will_ring i_will_phone i_will_contact let_me_call i_will_get_back i_can_call im_calling well_call
      id_rather_call ill_give_you i_will_give_you`,
    wish: 'want wish care like need wanna desire intend consent agree',
  },
  asks: `
    @neg @adv? @adv? @adv? @adv? @verb ~1 @me
    @neg @adv? @adv? @adv? @adv? @verb ~2 @forever
    @neg @adv? @adv? @adv? call|text|contact|phone|ring|disturb|telephone please? $
    @neg @adv? @adv? @adv? @adv? @ing ~1 @me|@forever
    @neg @adv? @adv? send|leave ~3 @noun|texts|text|this|these|any_more|anymore
    @neg @adv? @adv? send me|us ~1 $|anything|things|stuff
    @neg ~1 give|make ~2 me ~1 a? call|calls again|anymore
    @neg ~2 use|dial ~1 this_number|my_number ~1 again|anymore|ever
    @neg want|need to ~1 hear from you|your_company|them|you_people|you_guys ~2 @forever
    @neg want|need|wish ~1 to hear ~1 from you $
    never want|wish to ~1 hear|be ~1 from|@done
    please|you|to|just|better|kindly|would|could not ~1 @verb ~1 @me|@forever|$
    to|and not ~1 be @done
    stop|quit|cease|halt|discontinue|knock_off ~2 @ing
    stop|quit|cease ~2 sending ~3 @noun|text|message|spam|ads|ad|offers|adverts|promos|crap|junk
    stop|quit|cease ~1 sending me|us ~1 $|things|stuff|anything|this|these|that|your
    stop|quit|cease|end|halt|discontinue ~1 the|these|those|all|your|with_the|any|making ~3 @noun|calling|texting
    stop|cease|no_more @noun
    @noun|calling|texting must|have_to|need_to|needs_to|has_to|should|got_to|better ~1 stop|cease|end
    dont|do_not|didnt|no_longer|doesnt|wouldnt|not ~1 @wish|interested_in ~2 to ~2 be ~1 @done
    dont|do_not|no_longer|not|never ~1 @wish ~2 to ~1 get|receive|have|hear|see ~4 @noun|call|text|anything_from_you|messages
    dont|do_not|no_longer|never ~1 @wish ~3 you|anyone|anybody|them|your_company|your_people|you_people|you_guys to|ever ~2 @verb
    dont|do_not|no_longer|never ~1 @wish ~3 you|anyone|anybody|them|your_company|people @ing
    dont|do_not|no_longer ~1 @wish|consent_to|agree_to|accept|take ~1 @wish? ~3 @noun
    dont|do_not|no_longer ~1 consent|agree ~2 to ~2 @noun|@ing|being|receiving
    dont|do_not ~1 give|have ~2 consent|permission|authorization|authorisation to ~1 @verb
    not_interested_in ~2 @noun
    would_rather|rather|prefer not ~2 be|get|receive ~2 @done|@noun
    rather|prefer|appreciate|appreciate_it|grateful|nice|better|love_it|like_it|thankful ~3 you ~1 not|didnt|dont|stopped|wouldnt|never|would_not|would_stop|could_stop|did_not ~1 @verb|@ing
    no more|further|additional ~2 @noun
    ^ ok? please? no ~1 @noun please|thanks|thank_you|$
    enough|done with|of ~2 @noun|@ing
    no|without solicit*|cold_calls|telemarketers
    @remove ~1 @mine please|now|today|immediately|permanently|$
    @remove ~1 @mine ~2 from|off|out ~5 @list
    @remove ~1 @mine ~2 off|from ~1 of? it|there|this|that|here|them
    me|us off ~1 of? your|the|that|this|any|all|every|any_and_all ~3 @list
    @mine ~2 removed|deleted|taken|erased|dropped|struck|off|gone|out ~1 from|off|of|please|$
    removed|deleted|taken|unsubscribed|erased|dropped ~1 from|off ~1 of? your|the|this|that|all|any ~3 @list
    want|like|wanna|to_be|need|please off ~1 of? your|this|that|the ~2 @list
    put|add|place|register|enter|include|have|stick ~3 on|to|in|onto ~3 @dnc ~1 list|register|registry
    @dnc list|register|registry please|$
    on ~2 @dnc list|register|registry
    lose|forget|delete|erase|ditch|burn|scrap|trash ~1 my|this|our ~1 phone|cell|mobile|telephone|contact? number|digits|details
    withdraw|revoke|retract|rescind|cancel|take_back|withdrawing|revoking ~2 consent|permission|authorization|authorisation
    opt me|us ~1 out
    opt out please|now|thanks|completely|$
    opt out ~1 of|from ~3 @noun|text|list|lists|this|these|everything|calling|texting|everything_you
    unsubscribe me|us|my|this|please|$
    want|like|wish|need to|to_be ~1 unsubscribe|unsubscribed
    leave me|us|my_family|this_household|my_number the_hell? alone|be|in_peace please|now|already|and|or|i|you|$
    forbid|prohibit|forbidding|prohibited|forbidden ~3 @verb|@ing|from_calling
    not|never|no|arent ~1 allowed|permitted|right|permission|authorized|authorised|authorization|business ~1 to ~2 @verb|contact
    not|never|no|arent ~1 permission|allowed|right|business ~1 @ing
    told|asked|said|tell|telling|asking|ask|request|requested|demand|requesting|demanding|insist|warned ~3 not ~1 to ~1 @verb|be_called|be_contacted|be_bothered|be_disturbed|be_texted
    told|asked|said|tell|telling|asking|ask|request|demand ~3 to not ~1 @verb|be
    you|they|people|company|anyone|nobody cant|cannot|may_not|must_not|mustnt|shouldnt|should_not|are_not_to|arent_to|must_never|should_never|are_never_to ~1 @verb ~1 @me|@forever
    not|never ~1 to be ~1 @done
    not wish|want|like ~2 to ~1 be ~1 @done
    last time ~1 you|you_people|you_guys|anyone|i_want_you|ill_tell_you|im_telling_you|im_asking_you ~4 @verb|stop
    cease_and_desist
    block ~1 me|my_number|this_number from ~3 @list|calling|dialer
    make_sure|ensure|see_to_it ~3 no_one|nobody|i|we|never|dont|not ~4 @verb|@done|@noun ~2 @forever
    have nobody|no_one|noone ~3 @verb ~1 @me|@forever
  `,
  unless: `
    i|we|they|he|she|it|who|people|nobody|everyone|customers|kids|friends @neg @adv? @adv? @verb|@ing
    ^ you @neg @adv? @verb
    if|when|that|and|because|how_come|since|why you @neg
    why ~1 dont|do_not|never
    @neg -4 @verb -3 @limit
    @neg -4 @ing -3 @limit
    @neg -4 @verb -2 @now
    @limit|@now -1 @neg
    dont|do_not|no_longer|not|never ~2 @wish -8 @limit
    not|cant|cannot|shouldnt -3 @verb -3 @limit|@now
    stop -3 @ing -2 @limit
    @neg -4 @verb me|us !@after|$
    not @naming me !@after|$
    cant|cannot|shouldnt call me !@after|$
    stop|quit calling me !@after|$
    stop|quit|cease ~2 @ing him|her|them|his|their|yourself|himself|herself|it|each|other|names|people_names
    cant|cannot|couldnt|dont|never|didnt|wont|not|wouldnt|doesnt ~1 stop|quit
    i|we|they|he|she need|want|had|going|trying|decided|have to ~1 stop|quit|cease
    did|have|has|had|when|i|we|they|he|she|should_i|can_i ~1 stop|quit
    @neg ~3 @verb -3 %6 @self
    @neg ~4 @verb -4 ~6 call|try|use|ring|dial|phone|text|email|contact ~1 my|the_office|the_other|him|her|them|instead
    @neg ~2 @verb -4 instead
    miss|lose|losing|missing|interrupt|delay|block|ignore ~3 call|calls|text|texts|message|messages
    there|had|got|received|were|are|was|been|gets|has|get|make ~1 no more|further
    no more calls ~1 after|today_then|to_make|waiting
    @remove ~6 waiting|wait|wish|shopping|order|guest|packing|reservation|standby|attendee list|lists
    @remove ~6 hold|speaker|speakerphone|mute
    @remove it|the_number from|off|out !your
    opt out of ~2 insurance|paperless|plan|program|warranty
    @noun|calling ~2 should|must|need_to stop ~2 when|if
    unsubscribe ~5 newsletter|newsletters|channel|email|emails|magazine
    he|she|they|kids|wont|doesnt|didnt|would ~2 leave
    leave me ~1 be -1 the|a|your
    what|whats|is|are|how|does|which ~5 @dnc
    no|without solicit* -2 needed
    to not|and_not|just_not contact me !again|anymore|$
    @neg ~4 @verb -2 for_now|twice|too_much|three
    end|ends|stop|stops the call $
    get|take|pull|clear it ~1 off|out|from
    better not ~2 @limit
    get us|me out|off !your|this|the|that|any|all|every|of
    stop|quit ~3 for_now
  `,
  hints: `call* phone* ring ringing text texts texting texted message* contact* number* list* database stop quit cease remove* delete*
    unsubscribe* bother* harass* spam* consent* disturb* solicit* telemarket* robocall* alone opt lawyer attorney sue report* annoy*
    privacy data again never marketing advert* dnc mailing lose piss* fuck* enough tired sick interested`,
}
