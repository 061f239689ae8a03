<?php
// The page of an event in a website's plugin: the embed, where the event has one, and a form that sends RSVPs without a key.
//
//     AN_API_TOKEN=… php page.php <id of the event>                    prints the page
//     php page.php <id of the event> given_name=Ada email=ada@…        sends an RSVP, as the form does
const API = 'https://actionnetwork.org/api/v2';

function send(string $url, array $headers = [], ?array $body = null): array
{
    $curl = curl_init($url);
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30]);
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
    }
    curl_setopt($curl, CURLOPT_HTTPHEADER, $headers);
    $answer = curl_exec($curl);
    if ($answer === false) {
        exit(curl_error($curl));
    }
    return [curl_getinfo($curl, CURLINFO_HTTP_CODE), json_decode($answer, true)];
}

[, $id] = $argv;
$fields = array_slice($argv, 2);
if ($fields !== []) {
    parse_str(implode('&', $fields), $form);
    [$status] = send(API . "/events/$id/attendances", [], [
        'person' => [
            'given_name' => $form['given_name'] ?? '',
            'email_addresses' => [['address' => $form['email'] ?? '']],
        ],
        'triggers' => ['autoresponse' => ['enabled' => true]],
    ]);
    // The service tells a form without a key nothing else.
    echo $status === 200 ? "Thank you!\n" : "Please try again later.\n";
    exit;
}

$key = ['OSDI-API-Token: ' . getenv('AN_API_TOKEN')];
[$status, $event] = send(API . "/events/$id", $key);
if ($status !== 200) {
    echo "This event does not exist.\n";
    exit(1);
}
[, $embeds] = send($event['_links']['action_network:embed']['href'], $key);
echo $embeds['embed_full_no_styles'], "\n";
echo '<form method="post"><p>', $event['total_accepted'], ' people come to ', htmlspecialchars($event['title']), ".</p>\n";
echo '<input name="given_name"><input name="email" type="email"><button>I will come</button></form>', "\n";
