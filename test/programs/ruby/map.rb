# The events of a campaign for a map on a website, as GeoJSON.
#
#     AN_API_TOKEN=… ruby map.rb 'Title of the campaign'
require 'json'
require 'net/http'
require 'uri'

API = 'https://actionnetwork.org/api/v2'
TOKEN = ENV.fetch('AN_API_TOKEN')

def get(url)
  uri = URI(url)
  request = Net::HTTP::Get.new(uri, 'OSDI-API-Token' => TOKEN)
  response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: true, read_timeout: 30) { |http| http.request(request) }
  abort "#{url}: #{response.code} #{response.body}" unless response.is_a?(Net::HTTPSuccess)
  JSON.parse(response.body)
end

# All pages behind the first at the same time. The number of pages may have grown or shrunk since.
def all(url, relation)
  first = get(url)
  others = (2..first['total_pages'] + 1).map { |page| Thread.new { get("#{url}?page=#{page}") } }
  [first, *others.map(&:value)].flat_map { |page| page['_embedded'][relation] }
end

campaigns = all("#{API}/event_campaigns", 'action_network:event_campaigns')
campaign = campaigns.find { |one| one['title'] == ARGV[0] } or abort "no campaign has the title #{ARGV[0]}"

events = all(campaign['_links']['osdi:events']['href'], 'osdi:events')
shown = events.reject { |event| event['status'] == 'cancelled' || event['action_network:hidden'] }
features = shown.filter_map do |event|
  # An event without an address has coordinates too: the middle of the country.
  next if event.dig('location', 'locality').to_s.empty?

  point = event['location']['location']

  {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [point['longitude'], point['latitude']] },
    properties: {
      title: event['title'],
      # The digits are the time at the place of the event, although a Z stands behind them.
      start: event['start_date']&.delete_suffix('Z'),
      address: [*event['location']['address_lines'], event['location']['locality']].join(', '),
      url: event['browser_url'],
    },
  }
end
puts JSON.generate(type: 'FeatureCollection', features: features)
