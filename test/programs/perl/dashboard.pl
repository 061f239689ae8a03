#!/usr/bin/env perl
# A dashboard of event campaigns: each campaign with its events, and how many people come.
#
#     AN_API_TOKEN=… perl dashboard.pl
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));
use HTTP::Tiny;
use JSON::PP qw(decode_json);

my $base  = 'https://actionnetwork.org/api/v2';
my $token = $ENV{AN_API_TOKEN} or die "set AN_API_TOKEN\n";
my $http  = HTTP::Tiny->new(
    verify_SSL      => 1,
    timeout         => 30,
    default_headers => { 'OSDI-API-Token' => $token },
);

sub fetch {
    my ($url) = @_;
    my $response = $http->get($url);
    return decode_json($response->{content}) if $response->{success};
    die "$url: $response->{status} $response->{content}\n";
}

# Each item of a list. The pages have numbers.
sub all {
    my ($url, $relation) = @_;
    my @items;
    my $page = 1;
    while (1) {
        my $list = fetch("$url?page=$page");
        push @items, @{ $list->{_embedded}{$relation} };
        return @items if $list->{page} >= $list->{total_pages};
        $page++;
    }
}

sub id_of {
    my ($item) = @_;
    my ($own) = grep { /^action_network:/ } @{ $item->{identifiers} };
    return $own =~ s/^action_network://r;
}

# People have an e-mail address, a phone number, or both.
sub contact {
    my ($id) = @_;
    my $person = fetch("$base/people/$id");
    my ($email) = @{ $person->{email_addresses} // [] };
    my ($phone) = @{ $person->{phone_numbers}   // [] };
    return $email ? $email->{address} : $phone ? "+$phone->{number}" : 'no contact';
}

for my $campaign (all("$base/event_campaigns", 'action_network:event_campaigns')) {
    my $events_url = "$base/event_campaigns/" . id_of($campaign) . '/events';
    my @events = sort { ($a->{start_date} // '~') cmp ($b->{start_date} // '~') } all($events_url, 'osdi:events');
    my (%people, @lines);
    for my $event (@events) {
        my $when = defined $event->{start_date} ? substr($event->{start_date}, 0, 16) =~ tr/T/ /r : 'no date yet     ';
        my $line = "  $when  $event->{title}";
        if ($event->{status} eq 'cancelled') {
            push @lines, "$line, cancelled";
            next;
        }
        my @rsvps = all("$events_url/" . id_of($event) . '/attendances', 'osdi:attendances');
        my $came  = grep { $_->{status} eq 'attended' } @rsvps;
        $people{ $_->{'action_network:person_id'} }++ for @rsvps;
        my $place = $event->{location} && $event->{location}{locality};
        $line .= ", $place" if $place;
        push @lines, "$line, " . @rsvps . ' coming' . ($came ? ", $came came" : '');
    }
    print "$campaign->{title}: $campaign->{total_events} events, $campaign->{total_rsvps} RSVPs\n";
    print "$_\n" for @lines;
    my @often = sort map { contact($_) } grep { $people{$_} > 1 } keys %people;
    print "  more than once: @often\n" if @often;
}
